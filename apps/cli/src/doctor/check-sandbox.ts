import { createCommandRunner } from '@countersign/local-tools';
import type { Terminal } from '../terminal.ts';
import { type Finding, fail, ok } from './finding.ts';

const next =
  'Install bubblewrap (apt-get install bubblewrap) and allow user namespaces; until then a runner refuses commands, or runs them without a sandbox by --allow-unsandboxed.';

/** T6: proves the sandbox as a runner does at its start, each thing it has to keep by itself. */
export async function checkSandbox({ env }: Pick<Terminal, 'env'>): Promise<Finding[]> {
  const { runner, proof, refusal } = await createCommandRunner({ environment: env });
  await runner?.close();
  if (proof === null) return [fail('sandbox', refusal ?? 'there is none', next)];
  return [
    proof.holds ? ok('sandbox', `${proof.kind}, it holds`) : fail('sandbox', `${proof.kind} does not hold`, next),
    ...proof.checks.map(({ name, isHeld, saw }) =>
      isHeld ? ok(`sandbox: ${name}`, saw) : fail(`sandbox: ${name}`, saw, next),
    ),
  ];
}
