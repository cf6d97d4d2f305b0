import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { defaultConfig } from '@countersign/config';
import type { RunView } from '@countersign/contract';
import { databases } from '@countersign/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { patient } from './harness/child-env.ts';
import { type EventRecorder, watchEvents } from './harness/recorder.ts';
import { newFolder, type RunnerProcess, startRunnerProcess } from './harness/runner-process.ts';
import { ended } from './harness/scripted-models.ts';
import { useStage } from './harness/stage.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const specs = ['openai:gpt-5', 'anthropic:claude-sonnet-4-5', 'compatible:qwen3'] as const;
const apiKey = 'sk-canary-of-the-wire';

type Asked = {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools: unknown;
};

/** In which step a model is: by how many results it was told. */
const hasResults = (count: number) => (asked: Pick<Asked, 'messages'>) =>
  asked.messages.filter(({ role }) => role === 'tool').length === count;

/** Server, runner and a model server that speaks the real formats: nothing between them is ours but the product. */
describe('an agent whose model is asked over the wire', async () => {
  const mock = await LLMock.create({ port: 0, chunkSize: 8, logLevel: 'silent', strict: true });
  const root = newFolder('countersign-wire-');
  const provider = { apiKey, baseUrl: `${mock.url}/v1` };
  const models = {
    ...defaultConfig().models,
    specs: [...specs],
    openai: provider,
    compatible: provider,
    anthropic: provider,
  };
  const stage = useStage(databases[0]!, { config: { ...patient, toolAllowedRoots: [root], models } });
  let runner: RunnerProcess;

  beforeAll(async () => {
    stage.clock.set(Date.now());
    writeFileSync(join(root, 'numbers.txt'), '40\n2\n');
    runner = await startRunnerProcess(stage, { roots: [root], isKept: true });
  });
  beforeEach(() => {
    mock.clearFixtures();
    mock.clearRequests();
    mock.resetMatchCounts();
    // A runner goes by its own clock, and takes no order that is old by it.
    stage.clock.set(Date.now());
  });
  afterAll(async () => {
    await runner.stop('SIGKILL');
    await mock.stop();
    for (const folder of [root, runner.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  const say = async (model: string, text: string): Promise<RunView> =>
    (await stage.owner.chat.postMessage(stage.projectId, { text, model })).run;
  const requests = () => mock.getRequests().map(({ body }) => body as unknown as Asked);
  const approvalOf = async (events: EventRecorder, { session_id }: RunView) => {
    const { approval_id } = await events.next('tool.approval_request', session_id);
    return stage.owner.approvals.get(stage.projectId, approval_id);
  };

  describe.each(specs)('%s', (model) => {
    it('looks, asks, writes and answers, and the model hears of every result [W1, W3]', async () => {
      const userMessage = 'Add the numbers up.';
      mock.on(
        { userMessage, predicate: hasResults(0) },
        { content: 'I look first.', toolCalls: [{ id: 'call_1', name: 'read', arguments: { path: 'numbers.txt' } }] },
      );
      mock.on(
        { userMessage, predicate: hasResults(1) },
        { toolCalls: [{ id: 'call_2', name: 'write', arguments: { path: 'sum.txt', content: '42\n' } }] },
      );
      mock.on({ userMessage, predicate: hasResults(2) }, { content: 'The sum is 42; it is in sum.txt.' });
      const events = await watchEvents(stage.owner, stage.projectId);
      const run = await say(model, userMessage);
      const approval = await approvalOf(events, run);
      expect(approval).toMatchObject({ tool_name: 'write', risk_level: 'MEDIUM' });
      await stage.owner.approvals.approve(approval);
      expect(await ended(stage, run)).toMatchObject({
        status: 'completed',
        answer: 'The sum is 42; it is in sum.txt.',
        usage: { turns: 3, tool_calls: 2, input_tokens: expect.any(Number) },
      });
      expect(readFileSync(join(root, 'sum.txt'), 'utf8')).toBe('42\n');
      const asked = requests();
      expect(asked).toHaveLength(3);
      expect(asked[0]!.messages.map(({ role }) => role)).toEqual(['system', 'user']);
      expect(JSON.stringify(asked[0]!.tools)).toContain('"read"');
      expect(asked.map(({ messages }) => messages.at(-1)!.role)).toEqual(['user', 'tool', 'tool']);
      expect(JSON.stringify(asked[1]!.messages.at(-1))).toContain('40');
      rmSync(join(root, 'sum.txt'));
    });

    it('is told what a person said against it, and answers to that [W1, A5]', async () => {
      const userMessage = 'Write a poem.';
      mock.on(
        { userMessage, hasToolResult: false },
        { toolCalls: [{ id: 'call_1', name: 'write', arguments: { path: 'poem.txt', content: 'Roses' } }] },
      );
      mock.on({ toolResultContains: 'not in this folder' }, { content: 'Then I leave it.' });
      const events = await watchEvents(stage.owner, stage.projectId);
      const run = await say(model, userMessage);
      await stage.owner.approvals.reject(await approvalOf(events, run), 'Please not in this folder.');
      expect(await ended(stage, run)).toMatchObject({ status: 'completed', answer: 'Then I leave it.' });
    });

    it('asks for two things at once, one of them wrongly, and is told of both [W2, W3]', async () => {
      const userMessage = 'Look twice.';
      mock.on(
        { userMessage, hasToolResult: false },
        {
          toolCalls: [
            { id: 'call_1', name: 'read', arguments: { path: 'numbers.txt' } },
            { id: 'call_2', name: 'read', arguments: { file: 'numbers.txt' } },
          ],
        },
      );
      mock.on({ hasToolResult: true }, { content: 'One of them worked.' });
      expect(await ended(stage, await say(model, userMessage))).toMatchObject({ answer: 'One of them worked.' });
      const told = JSON.stringify(requests()[1]!.messages.slice(-2));
      expect(told).toContain('40');
      expect(told).toMatch(/path/);
    });

    it('is tried again where its provider is busy, and not where it refuses the key [W4]', async () => {
      mock.onMessage('Hello.', { content: 'Hello yourself.' });
      mock.nextRequestError(529, { message: 'Overloaded', type: 'overloaded_error' });
      const run = await say(model, 'Hello.');
      expect(await asTimeGoesOn(stage, ended(stage, run))).toMatchObject({ answer: 'Hello yourself.' });
      expect(requests()).toHaveLength(2);
      mock.clearRequests();
      mock.nextRequestError(401, { message: `Wrong key ${apiKey}` });
      const refused = await ended(stage, await say(model, 'Hello.'));
      expect(refused).toMatchObject({ status: 'failed', error_class: 'auth' });
      expect(requests()).toHaveLength(1);
      expect(JSON.stringify(refused)).not.toContain(apiKey);
    });
  });
});
