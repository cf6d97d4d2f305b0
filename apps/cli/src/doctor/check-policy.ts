import { openPolicy } from '../commands/policy/open-judge.ts';
import type { Terminal } from '../terminal.ts';
import { type Finding, fail, ok } from './finding.ts';

/** A server with a broken policy file does not start. */
export function checkPolicy(policyFile: string | null, terminal: Pick<Terminal, 'readFile'>): Finding {
  if (policyFile === null) return ok('policy', 'no file; the built-in rules alone');
  try {
    const { rules } = openPolicy(policyFile, terminal);
    return ok('policy', `${policyFile}, ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`);
  } catch (error) {
    return fail('policy', (error as Error).message, `Run: countersign policy lint ${policyFile}`);
  }
}
