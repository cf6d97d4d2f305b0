import { parseAccess } from '@countersign/policy';
import type { Terminal } from '../terminal.ts';
import { type Finding, fail, ok } from './finding.ts';

/** A server with a broken access file does not start. */
export function checkAccess(accessFile: string | null, { readFile }: Pick<Terminal, 'readFile'>): Finding {
  if (accessFile === null) return ok('access', 'no file; everyone may use every tool');
  const next = `Run: countersign access check ${accessFile}`;
  let text: string;
  try {
    text = readFile(accessFile);
  } catch (error) {
    return fail('access', `${accessFile} cannot be read: ${(error as Error).message}`, next);
  }
  const parsed = parseAccess(text);
  if (!parsed.ok) {
    const { line, column, message } = parsed.problems[0]!;
    return fail('access', `${accessFile}:${line}:${column}: ${message}`, next);
  }
  const { groups, policies } = parsed.rules.counts;
  return ok('access', `${accessFile}, ${groups} groups, ${policies} policies`);
}
