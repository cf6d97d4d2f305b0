import type { Client } from '@countersign/client';
import {
  CountersignError,
  type JsonObject,
  newId,
  type ToolCallView,
  type UpstreamResult,
} from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { exitCodeOfCall, exitCodes } from '../../exit-codes.ts';
import { renderPending, renderResult } from '../../render/execution.ts';
import { ToldError } from '../../told-error.ts';
import { readArguments } from './read-arguments.ts';

/** Long enough for most tools, short enough for whoever has to be told that a person is asked. */
const firstWaitMs = 3_000;

export const callTool = command<{ args?: string; wait?: boolean; note?: string }>({
  summary: 'Call a tool as an agent does',
  details:
    'It goes through the gate like every call: it may run at once, wait for a person, or be denied. It needs the credential of\nan agent, in COUNTERSIGN_TOKEN or COUNTERSIGN_TOKEN_FILE. The result alone goes to the standard output. Ends with 2 where\nit was rejected, 3 where nobody decided in time and 1 where it failed.',
  arguments: [
    ['<tool>', 'name of the tool'],
    ['[arguments...]', 'name=value, or name:=JSON'],
  ],
  options: [
    { flags: '--args <json>', description: 'arguments as JSON, @FILE or - for stdin' },
    { flags: '--wait', description: 'wait until a person has decided and it has run' },
    { flags: '--note <text>', description: 'what the person who decides is told' },
  ],
  examples: [
    ['tools call pizzeria__list_menu category=vegetarian', 'an ordinary call'],
    [`tools call pizzeria__create_order --args @order.json --wait`, 'and wait for whoever decides'],
  ],
  async run(context, [name, ...pairs], { args, wait = false, note }) {
    const client = context.client();
    const tool = await client.call('getTool', { params: { tool_id: name! } });
    const given = await readArguments(context.terminal, args, pairs, tool.input_schema);
    const first = await execute(client, name!, given, note);
    if (first.status !== 'pending') return tell(context, first);
    const { call_id: callId, status, location } = first.metadata as Record<string, string>;
    if (status === 'awaiting_approval' && !wait) {
      context.print(first, () => renderPending(first, context.style));
      return undefined;
    }
    if (status === 'awaiting_approval' && !context.isJson) context.terminal.warn(renderPending(first, context.style));
    const project = location!.split('/')[3]!;
    return tellCall(context, await client.waitUntilSettled(project, callId!));
  },
});

/** With a key of its own: an answer that is lost on the way is asked for again, and runs nothing twice. */
async function execute(client: Client, name: string, args: JsonObject, note?: string): Promise<UpstreamResult> {
  try {
    return await client.call('executeUpstreamTool', {
      params: { tool_id: name },
      headers: { 'idempotency-key': newId<string>() },
      body: { arguments: args, wait_ms: firstWaitMs, ...(note === undefined ? {} : { note }) },
    });
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'forbidden') throw error;
    throw new ToldError(error.message, {
      next: 'Make one with `countersign token create --kind agent --name NAME`, and set COUNTERSIGN_TOKEN to it.',
      exitCode: exitCodes.notAuthorized,
      cause: error,
    });
  }
}

function tell({ print, terminal, style, isJson }: CommandContext, result: UpstreamResult): number {
  const { text, remark } = renderResult(result, style);
  if (!isJson) terminal.warn(remark);
  print(result, () => text);
  return result.status === 'failed' ? exitCodes.error : exitCodes.ok;
}

/** A call that somebody waited for, from its record. */
function tellCall(context: CommandContext, call: ToolCallView): number {
  const { print, terminal, style } = context;
  if (isResult(call.result)) return tell(context, call.result);
  print(call, () => (call.status === 'completed' ? renderResult(asResult(call), style).text : ''));
  const said = call.outcome?.message ?? call.error ?? call.status;
  if (call.status !== 'completed' && !context.isJson) terminal.warn(`${style.bad(call.status)}: ${said}\n`);
  return exitCodeOfCall(call.status);
}

function isResult(value: unknown): value is UpstreamResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'upstream_status' in value &&
    'status' in value &&
    !('error_code' in value)
  );
}

function asResult({ tool_name, result, execution_time_ms }: ToolCallView): UpstreamResult {
  return {
    tool_id: tool_name,
    status: 'completed',
    result,
    execution_time_ms: execution_time_ms ?? 0,
    upstream_status: null,
    metadata: {},
  };
}
