// OpenAI Agents SDK: a tool with needsApproval interrupts the run; the run state is kept in SQLite FULL, revived,
// approved and continued. A stub stands in for the model, so that only the SDK is measured.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  Agent,
  type Model,
  type ModelRequest,
  Runner,
  RunState,
  setTracingDisabled,
  tool,
  Usage,
} from '@openai/agents';
import { z } from 'zod';
import type { StartJob } from '../../src/job.ts';

let outputs = 0;

const model = {
  async getResponse(request: ModelRequest) {
    const last = Array.isArray(request.input) ? request.input.at(-1) : undefined;
    const output = last?.type === 'function_call_result' ? finalMessage() : toolCall();
    return { usage: new Usage(), output: [output], responseId: `response-${outputs}` };
  },
  getStreamedResponse() {
    throw new Error('not streamed here');
  },
} as Model;

function toolCall() {
  const id = outputs++;
  const input = JSON.stringify({ city: 'Oslo', note: 'x'.repeat(300) });
  const status = 'completed' as const;
  return {
    type: 'function_call',
    id: `item-${id}`,
    callId: `call-${id}`,
    name: 'get',
    status,
    arguments: input,
  } as const;
}

function finalMessage() {
  const content = [{ type: 'output_text' as const, text: 'done' }];
  return { type: 'message', role: 'assistant', status: 'completed', id: `item-${outputs++}`, content } as const;
}

export const startJob: StartJob = ({ directory }) => {
  setTracingDisabled(true);
  const database = new DatabaseSync(join(directory, 'runs.db'));
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE run (id TEXT PRIMARY KEY, state TEXT)');
  const put = database.prepare('INSERT OR REPLACE INTO run VALUES (?, ?)');
  const get = database.prepare('SELECT state FROM run WHERE id = ?');

  const parameters = z.object({ city: z.string(), note: z.string() });
  const gated = tool({ name: 'get', description: 'Get.', parameters, needsApproval: true, execute: async () => 'ok' });
  const agent = new Agent({ name: 'agent', instructions: 'Call get.', model, tools: [gated] });
  const runner = new Runner({ tracingDisabled: true });

  let runs = 0;
  const approve = async () => {
    const id = `run-${runs++}`;
    const asked = await runner.run(agent, 'hello');
    if (asked.interruptions.length !== 1) throw new Error('the run did not interrupt');
    put.run(id, JSON.stringify(asked.state));

    const state = await RunState.fromString(agent, (get.get(id) as { state: string }).state);
    for (const interruption of state.getInterruptions()) state.approve(interruption);
    const done = await runner.run(agent, state);
    if (done.finalOutput !== 'done') throw new Error('the run did not end');
    put.run(id, 'done');
  };

  return {
    operations: { approve },
    answers: { durability: () => 'SQLite WAL FULL' },
    stop: () => database.close(),
  };
};
