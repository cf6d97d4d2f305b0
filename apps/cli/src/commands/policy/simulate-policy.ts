import { resolve } from 'node:path';
import { loadConfig } from '@countersign/config';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../usage-error.ts';
import { listRecordedCalls } from './list-recorded-calls.ts';
import { type RecordedCall, recordedCallOf } from './recorded-call.ts';

const callsMaxDefault = 10_000;
const callsMaxLimit = 1_000_000;

type Options = { policy: string; root?: string; home?: string; session?: string; maxCalls?: string };

export const simulatePolicy = command<Options>({
  summary: 'Show what a draft of a policy would have done to recorded calls',
  details:
    'Compares the policy in force with the draft over the recorded calls of the project, newest first. Calls are judged in the\nfolder as it is now, with secrets masked as in the record. Nothing is run, and nothing is changed.',
  options: [
    { flags: '--policy <file>', description: 'the draft', isRequired: true },
    { flags: '--root <folder>', description: 'folder that the calls worked in (default: this one)' },
    { flags: '--home <folder>', description: 'home folder of who ran them (default: yours)' },
    { flags: '--session <id>', description: 'only calls of this session' },
    { flags: '--max-calls <count>', description: `how many calls at most (default: ${callsMaxDefault})` },
  ],
  examples: [
    ['policy simulate --policy draft.yaml', 'before the draft takes the place of the policy'],
    ['policy simulate --policy draft.yaml --json', 'for a program'],
  ],
  async run(context, _, options) {
    const { print, style, terminal } = context;
    const { simulateDraft, documentOf, renderSimulation } = await import('./simulate-draft.ts');
    const files = { before: policyInForce(context), after: resolve(terminal.cwd, options.policy) };
    const { root = '.', home = terminal.homedir } = options;
    const draft = simulateDraft(files, { root, home, dataDir: context.config().config.dataDir }, terminal);
    const { calls, tools } = await readCalls(context, options);
    const simulation = draft(calls, tools);
    print(documentOf(simulation), () => renderSimulation(simulation, style));
  },
});

/** Here --policy names the draft, which must not be taken for the policy that is configured. */
function policyInForce({ flags, terminal }: CommandContext): string | null {
  const { policy: _, ...others } = flags;
  return loadConfig({ ...terminal, flags: others }).config.policyFile;
}

async function readCalls({ client, projectId, terminal }: CommandContext, { session, maxCalls }: Options) {
  const { availableTools } = await import('./available-tools.ts');
  const project = await projectId();
  const wanted = { callsMax: callsMaxOf(maxCalls), sessionId: session };
  const calls: RecordedCall[] = [];
  for await (const page of listRecordedCalls(client(), project, wanted)) {
    calls.push(...page.map(recordedCallOf));
    if (terminal.showsProgress) terminal.warn(`\rread ${calls.length} calls`);
  }
  if (terminal.showsProgress) terminal.warn('\n');
  return { calls, tools: await availableTools(client(), project) };
}

function callsMaxOf(given: string | undefined): number {
  if (given === undefined) return callsMaxDefault;
  const count = /^[0-9]{1,7}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > callsMaxLimit)
    throw new UsageError(`--max-calls takes a number from 1 to ${callsMaxLimit}, not "${given}"`);
  return count;
}
