import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { defaultConfig } from '@countersign/config';
import type { PostMessageRequest } from '@countersign/contract';
import { databases } from '@countersign/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { newFolder } from './harness/runner-process.ts';
import { ended } from './harness/scripted-models.ts';
import { useStage } from './harness/stage.ts';

const spec = 'compatible:plain';
const answer = (calls: readonly object[], finalAnswer: string) => ({
  content: JSON.stringify({ tool_calls: calls, final_answer: finalAnswer }),
});
type Call = { readonly id?: string; readonly name: string; readonly arguments: object };
type Said = { content: string } | { toolCalls: { name: string; arguments: string }[] };
const asText = (call: Call) => ({ ...call, arguments: JSON.stringify(call.arguments) });
const read = (path: string) => ({ name: 'read', arguments: { path } });

/** A stage whose only model is asked over the wire, in this way. The server runs the tools itself. */
async function useModel(protocol: 'native' | 'json') {
  const mock = await LLMock.create({ port: 0, logLevel: 'silent', strict: true });
  const root = newFolder('countersign-protocol-');
  writeFileSync(join(root, 'a.txt'), 'text of a');
  const compatible = { apiKey: null, baseUrl: `${mock.url}/v1` };
  const models = { ...defaultConfig().models, specs: [spec], compatible, protocol };
  const stage = useStage(databases[0]!, { config: { localTools: 'server', toolAllowedRoots: [root], models } });
  beforeEach(() => {
    mock.clearFixtures();
    mock.clearRequests();
  });
  afterAll(async () => {
    await mock.stop();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    mock,
    /** What it says in each of its steps, counted from 1. */
    answerWith: (of: (step: number) => Said): void => {
      let step = 0;
      mock.on({ predicate: () => true }, () => {
        step += 1;
        return of(step);
      });
    },
    run: async (text: string, more: Partial<PostMessageRequest> = {}) => {
      const asked = await stage.owner.chat.postMessage(stage.projectId, { text, model: spec, ...more });
      return await asTimeGoesOn(stage, ended(stage, asked.run));
    },
    bodies: () => mock.getRequests().map(({ body }) => JSON.stringify(body)),
  };
}

/** The same loop over both ways of asking for tools. */
describe.each(['native', 'json'] as const)('a model over the wire with the protocol %s', async (protocol) => {
  const { mock, run, answerWith, bodies } = await useModel(protocol);
  const looking = (step: number): Said =>
    protocol === 'json'
      ? answer([read(`${step}.txt`)], '')
      : { toolCalls: [{ ...read(`${step}.txt`), id: `call_${step}` }].map(asText) };

  it('is told the tools in the way that it understands [W3]', async () => {
    answerWith(() => (protocol === 'json' ? answer([], 'Hello.') : { content: 'Hello.' }));
    expect(await run('Hello.')).toMatchObject({ status: 'completed', answer: 'Hello.' });
    const { tools } = mock.getLastRequest()!.body as { tools?: object[] };
    expect(tools === undefined || tools.length === 0).toBe(protocol === 'json');
    expect(bodies()[0]).toContain('read');
  });

  it('does not go on for longer than its budget of tokens, as the provider counts them [W4]', async () => {
    const usage = { prompt_tokens: 500, completion_tokens: 100, total_tokens: 600 };
    answerWith((step) => ({ ...looking(step), usage }));
    const end = await run('Forever.', { control: { max_tokens: 1_500 } });
    expect(end).toMatchObject({ status: 'stopped', usage: { input_tokens: 1_500, output_tokens: 300 } });
    expect(end.end_reason).toMatch(/token/);
  });

  it('does not take more turns than it may [W4]', async () => {
    answerWith(looking);
    const end = await run('Forever.', { control: { max_turns: 2 } });
    expect(end).toMatchObject({ status: 'stopped', usage: { turns: 2 } });
  });
});

describe('a model that is to answer with plain JSON', async () => {
  const { run, answerWith, bodies } = await useModel('json');

  it('is told what is wrong where it does not, and may try again [W3]', async () => {
    const said = [{ content: 'No JSON at all' }, answer([read('a.txt')], ''), answer([], 'Done.')];
    answerWith((step) => said[step - 1]!);
    expect(await run('Speak.')).toMatchObject({ status: 'completed', answer: 'Done.', usage: { tool_calls: 1 } });
    expect(bodies().at(-1)).toContain('text of a');
  });

  it('has failed where it neither asks nor answers [W3]', async () => {
    answerWith(() => answer([], ''));
    expect(await run('Speak.')).toMatchObject({ status: 'failed', error_class: 'validation' });
  });
});
