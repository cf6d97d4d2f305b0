import { readFileSync } from 'node:fs';
import type { RunView } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { fakeTerminal, scriptedPrompts } from '../apps/cli/test/fake-terminal.ts';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { chatTools } from './harness/chat-tools.ts';
import { type Ended, runCommand } from './harness/run-command.ts';
import { scriptedModels } from './harness/scripted-models.ts';
import { useStage } from './harness/stage.ts';

const call = (name: string, what: string) => ({ name, arguments: { what } });
const answers = {
  looking: {
    answers: [
      { text: 'I look twice.', tool_calls: [call('lookup', 'one'), call('lookup', 'two')], input_tokens: 20 },
      { text: 'I found {{result.1}} and {{result.2}}.', output_tokens: 5 },
    ],
  },
  publishing: {
    answers: [
      { text: 'May I?', tool_calls: [call('publish', 'the news')] },
      { when: 'Not on a Monday', text: 'I wait until Tuesday.' },
      { when: 'publish of the news', text: 'Published.' },
      { text: 'Nobody answered.' },
    ],
  },
  endless: { answers: [{ tool_calls: [call('lookup', 'more')] }], loop: 'last' },
  slow: {
    answers: [
      { tool_calls: [call('lookup', 'slowly')], delay_ms: 5_000 },
      { text: 'That took a while.', delay_ms: 3_600_000 },
    ],
  },
} as const;

/** Not a pause: an end to waiting in vain. */
const waiting = { timeout: 20_000 };

type Line = { readonly event?: string; readonly data?: Record<string, unknown>; readonly run?: RunView };

/** The command against a real server, as somebody in a terminal or a script uses it. */
describeOnEachDatabase('the command and runs', (database) => {
  const { models, modelOf } = scriptedModels(afterAll, answers);
  const { executed, policyFile, parts } = chatTools(afterAll);
  const stage = useStage(database, { config: { models, policyFile }, parts });
  beforeEach(() => void executed.splice(0));

  const countersign = (...line: string[]): Promise<Ended> =>
    runCommand(line, { url: stage.url, token: stage.cast.owner });
  const inTerminal = (answer: Parameters<typeof scriptedPrompts>[0]) =>
    fakeTerminal({
      env: { COUNTERSIGN_SERVER: stage.url, COUNTERSIGN_TOKEN: stage.cast.owner },
      readFile: (path) => readFileSync(path, 'utf8'),
      isInteractive: true,
      prompts: scriptedPrompts(answer),
    });
  const runIn = async (terminal: ReturnType<typeof fakeTerminal>, ...line: string[]): Promise<number> => {
    const { runCli } = await import('../apps/cli/src/run-cli.ts');
    return await runCli(line, terminal);
  };
  const newest = async (): Promise<RunView> => (await stage.owner.runs.list(stage.projectId, { limit: 1 })).runs[0]!;

  it('gives a task, shows its calls, and prints the answer alone [W1]', async () => {
    const { code, out, err } = await countersign('run', 'Look', 'around', '--title', 'Looking');
    expect([code, out]).toEqual([0, 'I found lookup of one and lookup of two.\n']);
    expect(err).toContain('  | I look twice.\n');
    expect(err.match(/\+ HIGH {4}lookup/g)).toHaveLength(2);
    expect(err).toMatch(/completed\n2 turns, 2 tool calls, [1-9]\d* tokens/);
    expect(executed).toHaveLength(2);
  });

  it('says everything as JSON, each message once and in order, then the run [W1, P2]', async () => {
    const { code, out } = await countersign('run', '--json', 'Look around');
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(code).toBe(0);
    const turns = lines.filter(({ event }) => event === 'run.turn').map(({ data }) => [data?.turn, data?.status]);
    expect(turns).toEqual([
      [1, 'started'],
      [1, 'answered'],
      [1, 'completed'],
      [2, 'started'],
      [2, 'answered'],
      [2, 'completed'],
    ]);
    expect(lines.at(-1)?.run).toMatchObject({ status: 'completed', usage: { turns: 2, tool_calls: 2 } });
  });

  it('asks at the prompt and goes on with what was decided [A1, W1]', async () => {
    const terminal = inTerminal(() => 'Approve this call');
    expect(await runIn(terminal, 'run', '--model', modelOf('publishing'), 'Publish')).toBe(0);
    expect(terminal.out).toContain('Approved by');
    expect(terminal.out.endsWith('Published.\n')).toBe(true);
    expect(executed).toEqual([{ tool: 'publish', args: { what: 'the news' } }]);
  });

  it('passes on what a person says against it [A4]', async () => {
    const terminal = inTerminal((question) =>
      question === 'What do you decide?' ? 'Reject and say why' : 'Not on a Monday',
    );
    expect(await runIn(terminal, 'run', '--model', modelOf('publishing'), 'Publish')).toBe(0);
    expect(terminal.out.endsWith('I wait until Tuesday.\n')).toBe(true);
    expect(executed).toEqual([]);
  });

  it('never approves by itself: a script waits until somebody has decided elsewhere', async () => {
    const deciding = stage.owner.events(stage.projectId)[Symbol.asyncIterator]();
    const decided = (async () => {
      for (;;) {
        const { value } = (await deciding.next()) as { value: { event: string; data: { approval_id: string } } };
        if (value.event !== 'tool.approval_request') continue;
        const shown = await countersign('approvals', 'show', value.data.approval_id);
        expect(shown.out).toContain('publish');
        await deciding.return?.(undefined);
        return await countersign('approvals', 'approve', value.data.approval_id);
      }
    })();
    const { code, out, err } = await countersign('run', '--model', modelOf('publishing'), 'Publish');
    expect((await decided).code).toBe(0);
    expect([code, out]).toEqual([0, 'Published.\n']);
    expect(err).toContain('countersign approvals show');
  });

  it('ends otherwise where a limit ended the run [W4]', async () => {
    const { code, out, err } = await countersign('run', '--model', modelOf('endless'), '--max-turns', '2', 'On and on');
    expect([code, out]).toEqual([7, '']);
    expect(err).toMatch(/! .*\n/);
    expect(err).toContain('stopped: ');
  });

  it('lists runs, steers, pauses, lets go on, stops and shows them [W1]', async () => {
    const posted = await countersign('run', '--no-wait', '--model', modelOf('slow'), 'Take your time');
    const { run_id: id } = await newest();
    expect(posted.out).toContain(id);
    const pausing = await countersign('runs', 'pause', id);
    expect([pausing.code, pausing.out]).toEqual([0, expect.stringContaining('rests after the step')]);
    await asTimeGoesOn(
      stage,
      vi.waitFor(async () => expect((await newest()).status).toBe('paused'), waiting),
    );
    expect((await countersign('runs', 'list', '--status', 'paused')).out).toContain('Take your time');
    expect((await countersign('runs', 'steer', id, 'Be', 'quick')).code).toBe(0);
    expect((await countersign('runs', 'resume', id)).code).toBe(0);
    expect((await countersign('runs', 'stop', id, '--reason', 'It takes too long.')).code).toBe(0);
    await expect.poll(async () => (await newest()).status).toBe('cancelled');
    const shown = await countersign('runs', 'show', id, '--transcript');
    expect(shown.out).toMatch(/cancelled\n +.*It takes too long/);
    expect(shown.out).toContain('  Be quick\n');
    const again = await countersign('runs', 'stop', id);
    expect([again.code, again.out]).toEqual([1, '']);
  });

  it('goes on in a session, by the beginning of its id', async () => {
    await countersign('run', 'Look around');
    const { session_id: session } = await newest();
    expect((await countersign('run', '--session', session.slice(0, 30), 'Again')).code).toBe(0);
    expect((await newest()).session_id).toBe(session);
  });

  it('prints the tree of a run, as text and as nodes inside each other [W5]', async () => {
    await countersign('run', 'Look around');
    const { run_id: id } = await newest();
    const text = await countersign('events', 'tree', '--id', id);
    const [agent, first, one, two, second, ...rest] = text.out.split('\n');
    expect(agent).toMatch(/^agent Look around {2}completed {2}/);
    expect(first).toMatch(/^├── turn 1 {2}completed {2}/);
    expect(one).toMatch(/^│ {3}├── call HIGH lookup .*completed/);
    expect(two).toMatch(/^│ {3}└── call HIGH lookup .*completed/);
    expect(second).toMatch(/^└── turn 2 {2}completed {2}/);
    expect(rest).toEqual(['']);
    const { nodes } = JSON.parse((await countersign('events', 'tree', '--id', id, '-L', '2', '--json')).out) as {
      nodes: { id: string; children: { kind: string; hidden_children: number; children: unknown[] }[] }[];
    };
    expect(nodes).toMatchObject([
      { id, children: [{ kind: 'turn', hidden_children: 2, children: [] }, { kind: 'turn' }] },
    ]);
    const followed = await countersign('events', 'tree', '--id', id, '--follow');
    expect([followed.code, followed.out.split('\n').length]).toEqual([0, 6]);
    const log = await countersign('events', 'list', '--limit', '3');
    expect(log.out).toContain('agent.completed');
  });

  it('names the models there are, and which of them can be used [W3]', async () => {
    const { out } = await countersign('models');
    expect(out).toContain('demo');
    const wrong = await countersign('run', '--model', 'openai:none', 'x');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('countersign models')]);
  });
});
