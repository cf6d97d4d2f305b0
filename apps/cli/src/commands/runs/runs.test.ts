import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fakeApi, problem, projectId, projectPath } from '../../../test/fake-api.ts';
import { sampleNode, sampleRun } from '../../../test/fake-run.ts';
import { nowMs, run } from '../../../test/fake-terminal.ts';

const at = new Date(nowMs).toISOString();

describe('countersign runs', () => {
  it('lists runs with what they wait for', async () => {
    const runs = [
      sampleRun({ waiting_for: 'approval', task: `Tidy\u202e up ${'x'.repeat(100)}` }),
      sampleRun({ status: 'completed' }),
    ];
    const api = await fakeApi({ [`GET ${projectPath}/runs`]: () => ({ runs, next_cursor: 'more' }) });
    const { code, out } = await run(['runs', 'list', '--status', 'running', '--session', runs[0]!.session_id], api);
    expect(code).toBe(0);
    expect(out).toMatch(/asks +2 +1 +demo +Tidy⟦U\+202E⟧ up x+…\n/);
    expect(out).toMatch(/completed/);
    expect(out).toContain('--cursor more');
    const none = await fakeApi({ [`GET ${projectPath}/runs`]: () => ({ runs: [], next_cursor: null }) });
    expect((await run(['runs', 'list'], none)).out).toContain('countersign run');
  });

  it('shows one by the beginning of its id: the run, what was said, and the tree', async () => {
    const shown = sampleRun({ status: 'stopped', end_reason: 'It took too many turns.' });
    const message = (role: 'user' | 'agent', author: string, text: string) => ({
      message_id: newId<string>(),
      project_id: projectId,
      session_id: shown.session_id,
      run_id: shown.run_id,
      role,
      author,
      text,
      created_at: at,
    });
    const entry = (no: number, kind: string, text: string, tool_calls: object[] = []) => ({
      ...{ no, kind, turn: 1, text, tool_calls, at },
    });
    const call = { tool_id: newId<string>(), tool_name: 'ls', tool_params: { path: '.' }, status: 'completed' };
    const path = `${projectPath}/runs/${shown.run_id}`;
    const pages = [
      { entries: [entry(1, 'user', 'Tidy up'), entry(2, 'model', 'I look', [call])], has_more: true },
      { entries: [entry(3, 'results', 'a.txt', [call])], has_more: false },
    ];
    const api = await fakeApi({
      [`GET ${projectPath}/runs`]: () => ({ runs: [shown], next_cursor: null }),
      [`GET ${path}`]: () => shown,
      [`GET ${path}/transcript`]: () => pages.shift(),
      [`GET ${projectPath}/chat/messages`]: () => ({
        messages: [message('agent', 'assistant', 'So far\nso good'), message('user', 'Ada', 'Tidy up')],
        next_cursor: null,
      }),
      [`GET ${projectPath}/events/tree`]: () => ({ nodes: [sampleNode()], last_seq: 9, is_cut: false }),
    });
    const { code, out } = await run(['runs', 'show', shown.run_id.slice(0, 14), '--transcript'], api);
    expect(code).toBe(0);
    expect(out).toContain('It took too many turns.');
    expect(out.indexOf('Ada')).toBeLessThan(out.indexOf('assistant'));
    expect(out).toContain('  So far\n  so good\n');
    expect(out).toContain('agent Tidy up  completed  1 s');
    expect(out).toContain('> ls {"path":"."} completed');
    expect(out.match(/> ls/g)).toHaveLength(1);
  });

  it.each([
    ['stop', { reason: 'enough' }, ['--reason', 'enough']],
    ['pause', null, []],
    ['resume', null, []],
  ] as const)('%s asks for it', async (verb, body, flags) => {
    const shown = sampleRun();
    const api = await fakeApi({ [`POST ${projectPath}/runs/${shown.run_id}/${verb}`]: () => shown });
    const { code, out } = await run(['runs', verb, shown.run_id, ...flags], api);
    expect(code).toBe(0);
    expect(out).toMatch(/^Run \S+ is running\. It /);
    expect(api.asked.find(({ method }) => method === 'POST')?.body).toEqual(body);
  });

  it('steers one, and says what to do where it has ended', async () => {
    const shown = sampleRun();
    const api = await fakeApi({ [`POST ${projectPath}/chat/messages`]: () => ({ message: {}, run: shown }) });
    expect((await run(['runs', 'steer', shown.run_id, 'Leave', 'it'], api)).code).toBe(0);
    expect(api.asked.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'Leave it', run_id: shown.run_id });
    const over = await fakeApi({
      [`POST ${projectPath}/chat/messages`]: (_, response) => problem(response, 409, 'run_ended', 'It has ended.'),
    });
    const refused = await run(['runs', 'steer', shown.run_id, 'x'], over);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('countersign run --session')]);
  });
});

describe('countersign models', () => {
  it('says what is missing before one can be used', async () => {
    const models = [
      { name: 'openai:gpt', provider: 'openai', protocol: 'native', is_default: true, problem: 'Set openai_api_key.' },
      { name: 'demo', provider: 'scripted', protocol: 'native', is_default: false, problem: null },
    ];
    const api = await fakeApi({ [`GET ${projectPath}/models`]: () => ({ models }) });
    const { out } = await run(['models'], api);
    expect(out).toMatch(/openai:gpt +openai +native +default +Set openai_api_key\.\n/);
    expect(out).toMatch(/demo .* ready\n/);
  });
});
