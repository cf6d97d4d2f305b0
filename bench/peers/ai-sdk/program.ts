// AI SDK: a tool that needs approval ends the first generateText; the messages are kept in SQLite FULL, read back,
// answered and continued. The SDK's own mock stands in for the model, so that only the SDK is measured.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import type { StartJob } from '../../src/job.ts';

const STEPS_MAX = 5;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

let calls = 0;
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => (prompt.at(-1)?.role === 'tool' ? finalMessage() : toolCall()),
});

function toolCall() {
  const input = JSON.stringify({ city: 'Oslo', note: 'x'.repeat(300) });
  const content = [{ type: 'tool-call' as const, toolCallId: `call-${calls++}`, toolName: 'get', input }];
  return { finishReason: { unified: 'tool-calls' as const, raw: 'tool-calls' }, usage, warnings: [], content };
}

function finalMessage() {
  const content = [{ type: 'text' as const, text: 'done' }];
  return { finishReason: { unified: 'stop' as const, raw: 'stop' }, usage, warnings: [], content };
}

export const startJob: StartJob = ({ directory }) => {
  const database = new DatabaseSync(join(directory, 'chats.db'));
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE chat (id TEXT PRIMARY KEY, messages TEXT)',
  );
  const put = database.prepare('INSERT OR REPLACE INTO chat VALUES (?, ?)');
  const get = database.prepare('SELECT messages FROM chat WHERE id = ?');

  let executions = 0;
  const inputSchema = z.object({ city: z.string(), note: z.string() });
  const execute = async () => {
    executions++;
    return 'ok';
  };
  const tools = { get: tool({ description: 'Get.', inputSchema, needsApproval: true, execute }) };
  const generate = (messages: ModelMessage[]) =>
    generateText({ model, tools, messages, stopWhen: isStepCount(STEPS_MAX) });

  let chats = 0;
  const approve = async () => {
    const id = `chat-${chats++}`;
    model.doGenerateCalls.length = 0; // The mock keeps every prompt it saw; that is no cost of the SDK's.
    const first: ModelMessage[] = [{ role: 'user', content: 'hello' }];
    const asked = await generate(first);
    const requests = asked.content.filter((part) => part.type === 'tool-approval-request');
    if (requests.length !== 1) throw new Error('the generation did not ask for approval');
    put.run(id, JSON.stringify([...first, ...asked.response.messages]));

    const messages = JSON.parse((get.get(id) as { messages: string }).messages) as ModelMessage[];
    const answers = requests.map(({ approvalId }) => ({
      type: 'tool-approval-response' as const,
      approvalId,
      approved: true,
    }));
    messages.push({ role: 'tool', content: answers });
    const before = executions;
    const done = await generate(messages);
    if (done.text !== 'done' || executions === before) throw new Error('the generation did not execute the tool');
    put.run(id, JSON.stringify(done.response.messages));
  };

  return {
    operations: { approve },
    answers: { durability: () => 'SQLite WAL FULL' },
    stop: () => database.close(),
  };
};
