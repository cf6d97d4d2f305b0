import { writeSync } from 'node:fs';
import { filesOnDisk } from '@countersign/local-tools';
import { emptyPolicy } from '@countersign/policy';
import { openTools, type RunnerEvent, readPairing, startRunner } from '@countersign/runner';

/** What the parent asks for. */
export type KillableOrder = {
  readonly stateFolder: string;
  readonly roots: readonly string[];
  /** The event at which it dies; null for never. */
  readonly dieAt: string | null;
};

/** A runner that kills itself at a step of a call, with nothing in between: no time to tidy up. */
const { stateFolder, roots, dieAt } = JSON.parse(process.argv[2]!) as KillableOrder;
const pairing = readPairing(stateFolder);
if (!pairing) throw new Error('it is not paired');
const { tools, sandbox } = await openTools({
  roots,
  stateFolder,
  dataDir: stateFolder,
  allowUnsandboxed: false,
  environment: process.env,
});
const runner = await startRunner({
  pairing,
  stateFolder,
  tools,
  workspace: { roots, home: '/nowhere', forbidden: [], files: filesOnDisk },
  policy: emptyPolicy,
  sandbox,
  version: '0',
  onEvent,
});
await runner.ended;
await tools.close();

function onEvent(event: RunnerEvent): void {
  // Written at once: the process may be gone before a stream gets to it.
  writeSync(1, `${JSON.stringify({ ...event, error: undefined })}\n`);
  if (event.type !== dieAt) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing may happen until it is here.
  for (;;);
}
