import type { Redirection } from 'unbash';
import { shortText } from '../display/short-text.ts';
import type { Level } from '../judgement/level.ts';
import type { Effect, Finding, Part, PathUse } from '../judgement/part.ts';
import { judgePath } from '../paths/judge-path.ts';
import type { Workspace } from '../paths/workspace.ts';
import { readWord } from './read-word.ts';

/** What a command reads from and writes to besides its own files, in every folder in which it could run. */
export function judgeRedirections(
  redirections: readonly Redirection[],
  workspace: Workspace,
  folders: ReadonlySet<string>,
): Pick<Part, 'findings' | 'paths' | 'effects'> {
  const findings: Finding[] = [];
  const paths: PathUse[] = [];
  const effects: Effect[] = [];
  const find = (level: Level, reason: string): void => {
    findings.push({ id: 'builtin.script.redirection', level, reason });
  };
  for (const redirection of redirections) {
    if (redirection.descriptor?.type === 'FileDescriptorVariable') find('HIGH', 'A variable is set to an open file.');
    if (redirection.type === 'HereDoc') {
      const parts = redirection.body.parts ?? [];
      if (!redirection.delimiter?.quoted && parts.some((part) => part.type !== 'Literal'))
        find('HIGH', 'The text that is given to a command is not known before it runs.');
      continue;
    }
    if (redirection.target === undefined) {
      find('DENY', 'A redirection leads nowhere.');
      continue;
    }
    const { text, unknown, hasGlob } = readWord(redirection.target, workspace.home);
    if (redirection.type === 'HereString') {
      if (unknown !== null) find('HIGH', `The text that is given to a command ${unknown}.`);
      continue;
    }
    if (unknown !== null || hasGlob)
      find(
        'HIGH',
        `"${shortText(text)}", where something is read or written, ${unknown ?? 'stands for whatever matches'}.`,
      );
    if (/^[<>]&$/.test(redirection.operator) && /^(?:\d+-?|-)$/.test(text)) {
      if (!/^[12]$/.test(text)) find('MEDIUM', 'Open files are rearranged.');
      continue;
    }
    if (['/dev/null', '/dev/stdout', '/dev/stderr'].includes(text)) continue;
    const isReading = redirection.operator === '<' || redirection.operator === '<&';
    for (const folder of folders) {
      const judged = judgePath(workspace, folder, text, isReading ? 'read' : 'write');
      findings.push(...judged.findings);
      paths.push(judged.use);
      effects.push({ kind: isReading ? 'reads' : 'writes', target: judged.use.path });
    }
    if (!isReading) find('MEDIUM', `Output is written to "${shortText(text)}".`);
  }
  return { findings, paths, effects };
}
