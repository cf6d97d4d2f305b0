import type { JsonObject } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { resolveId } from '../../connection/resolve-id.ts';
import { UsageError } from '../../usage-error.ts';
import type { RecordedCall } from './recorded-call.ts';

export const explainCall = command<{ root?: string; home?: string }>({
  summary: 'Say which rule decides on a call, and why',
  details:
    'The call is JSON, {"tool": …, "params": {…}}, or the id of one that was recorded. It is judged by the rules as they are\nnow, in the folder as it is now. Nothing is run.',
  arguments: [['<call>', 'a call as JSON, or the id of a recorded one']],
  options: [
    { flags: '--root <folder>', description: 'folder that it works in (default: this one)' },
    { flags: '--home <folder>', description: 'home folder of who runs it (default: yours)' },
    { flags: '--policy <file>', description: 'policy file (default: as configured)' },
  ],
  examples: [
    [`policy explain '{"tool":"execute_command","params":{"command":"git","args":["push"]}}'`, 'before an agent asks'],
    ['policy explain 019a3c5e-7d', 'a call that was made; ids are in calls list'],
  ],
  async run(context, [given], { root = '.', home }) {
    const { config, print, style, terminal } = context;
    const { explain } = await import('./explain.ts');
    const { renderExplanation } = await import('./render-explanation.ts');
    const { call, tools } = given!.trimStart().startsWith('{')
      ? writtenCall(given!)
      : await recordedCall(context, given!);
    const explanation = explain(
      call,
      tools,
      config().config,
      { root, home: home ?? terminal.homedir, dataDir: config().config.dataDir },
      terminal,
    );
    print(explanation, () => renderExplanation(explanation, style));
  },
});

type Found = {
  readonly call: RecordedCall;
  readonly tools: undefined | Parameters<typeof import('./explain.ts').explain>[1];
};

function writtenCall(text: string): Found {
  let call: unknown;
  try {
    call = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the call is not JSON: ${(error as Error).message}`);
  }
  const { tool, params = {} } = call as { tool?: unknown; params?: unknown };
  if (typeof tool !== 'string' || typeof params !== 'object' || params === null || Array.isArray(params))
    throw new UsageError('the call must be {"tool": "NAME", "params": {…}}');
  const whose = { agentId: '', sessionId: '', projectId: '' };
  return { call: { id: null, tool, params: params as JsonObject, description: tool, ...whose }, tools: undefined };
}

async function recordedCall({ client, projectId }: CommandContext, given: string): Promise<Found> {
  const { recordedCallOf } = await import('./recorded-call.ts');
  const { availableTools } = await import('./available-tools.ts');
  const { toolCalls } = client();
  const project = await projectId();
  const id = await resolveId('tool call', given, async () =>
    (await toolCalls.list(project, { limit: 200 })).tool_calls.map(({ tool_id }) => tool_id),
  );
  return { call: recordedCallOf(await toolCalls.get(project, id)), tools: await availableTools(client(), project) };
}
