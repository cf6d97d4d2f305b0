import type { ApprovalView, PostMessageRequest, RunView } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { chatTools } from './harness/chat-tools.ts';
import { expectProblem } from './harness/expect-problem.ts';
import { rawRequest } from './harness/raw-request.ts';
import { type EventRecorder, watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { ended, scriptedModels } from './harness/scripted-models.ts';
import { useStage } from './harness/stage.ts';

const call = (name: string, what: string) => ({ name, arguments: { what } });
const answers = {
  hello: { answers: [{ text: 'Hello, I am here.', pieces: 4, input_tokens: 20, output_tokens: 5 }] },
  talking: { answers: [{ text: 'One. Two. Three. Four. Five. Six. Seven.', pieces: 7, delay_ms: 1_000 }] },
  looking: {
    answers: [{ text: 'I look.', tool_calls: [call('lookup', 'the weather')] }, { text: 'It says: {{last_result}}' }],
  },
  both: {
    answers: [
      { text: 'Two at once.', tool_calls: [call('lookup', 'one'), call('lookup', 'two')] },
      { tool_calls: [call('lookup', 'three')] },
      { text: 'One: {{result.1}}. Two: {{result.2}}. Three: {{result.3}}.' },
    ],
  },
  slow: { answers: [{ text: 'That took a while.', delay_ms: 15_000 }] },
  steerable: {
    answers: [
      { text: 'I think of tea.', delay_ms: 5_000 },
      { when: 'coffee', text: 'Then coffee.' },
      { text: 'Tea it is.' },
    ],
  },
  publishing: {
    answers: [
      { text: 'May I?', tool_calls: [call('publish', 'the news')] },
      { when: 'Not on a Monday', text: 'I wait until Tuesday.' },
      { when: 'publish of better news', text: 'Published otherwise.' },
      { when: 'publish of the news', text: 'Published.' },
      { text: 'Nobody answered.' },
    ],
  },
  endless: { answers: [{ tool_calls: [call('lookup', 'more')] }], loop: 'last' },
  flaky: { answers: [{ error: { class: 'overloaded', message: 'Too busy.', times: 2 }, text: 'At last.' }] },
  unknownTool: {
    answers: [{ tool_calls: [call('no_such_tool', 'x')] }, { text: 'Told: {{last_result}}' }],
  },
} as const;

describeOnEachDatabase('chat', (database) => {
  const { models, modelOf } = scriptedModels(afterAll, answers);
  const { executed, policyFile, parts } = chatTools(afterAll);
  const stage = useStage(database, { config: { models, policyFile }, parts });

  beforeEach(() => {
    executed.length = 0;
  });

  const say = async (name: keyof typeof answers, more: Partial<PostMessageRequest> = {}): Promise<RunView> => {
    const body = { text: 'Please do it.', model: modelOf(name), ...more };
    return (await stage.owner.chat.postMessage(stage.projectId, body)).run;
  };
  const watch = () => watchEvents(stage.owner, stage.projectId);
  const look = ({ run_id }: RunView) => stage.owner.runs.get(stage.projectId, run_id);
  const told = async ({ run_id }: RunView): Promise<string> =>
    JSON.stringify((await stage.owner.runs.transcript(stage.projectId, run_id)).entries);
  /** The approval that a run waits for. */
  const asked = async (events: EventRecorder, { session_id }: RunView): Promise<ApprovalView> => {
    const { approval_id } = await events.next('tool.approval_request', session_id);
    return stage.owner.approvals.get(stage.projectId, approval_id);
  };

  it('answers a message with a run, and says where to look at it [W1]', async () => {
    const answer = await rawRequest(stage.url, `/my/projects/${stage.projectId}/chat/messages`, {
      method: 'POST',
      token: stage.cast.member,
      body: JSON.stringify({ text: 'Say hello.\nSecond line.' }),
    });
    expect(answer.status).toBe(201);
    const { message, run } = answer.json as { message: object; run: RunView };
    expect(message).toMatchObject({ role: 'user', author: 'Mia', text: 'Say hello.\nSecond line.' });
    expect(run).toMatchObject({ model: modelOf('hello'), user_id: stage.ids.member, task: 'Say hello.\nSecond line.' });
    expect(answer.headers.location).toBe(`/my/projects/${stage.projectId}/runs/${run.run_id}`);
    expect(await ended(stage, run)).toMatchObject({
      status: 'completed',
      answer: 'Hello, I am here.',
      waiting_for: null,
    });
    expect(await stage.owner.sessions.get(stage.projectId, run.session_id)).toMatchObject({ title: 'Say hello.' });
  });

  it('tells of a run on the stream: words, turns, calls, the answer, the end [W1, P2]', async () => {
    const events = await watch();
    const run = await say('looking', { text: 'What is the weather?' });
    await events.next('run.status', run.run_id, ({ status }) => status === 'completed');
    const all = events.about(run.session_id);
    const named = all.map(({ event, data }) => {
      const { status, role } = data as { status?: string; role?: string };
      return [event, role ?? status].filter((word) => word !== undefined).join(' ');
    });
    expect(named).toEqual([
      'session.created',
      'run.status queued',
      'chat.message user',
      'run.status running',
      'run.turn started',
      'run.turn answered',
      'tool.execution_signal',
      'tool.status executing',
      'tool.result_ack received',
      'run.turn completed',
      'run.turn started',
      'run.turn answered',
      'run.turn completed',
      'chat.message agent',
      'run.status completed',
    ]);
    const answered = await events.next('run.turn', run.run_id, ({ status }) => status === 'answered');
    expect(answered).toMatchObject({ turn: 1, text: 'I look.', tool_calls: [{ tool_name: 'lookup' }] });
    const { tool_id } = answered.tool_calls[0]!;
    expect(await stage.owner.toolCalls.get(stage.projectId, tool_id)).toMatchObject({ status: 'completed' });
  });

  it('tells what a model says while it says it, and again to whoever comes back [W1, P3]', async () => {
    const events = await watch();
    const run = await say('talking');
    await asTimeGoesOn(stage, ended(stage, run));
    await events.next('run.status', run.run_id, ({ status }) => status === 'completed');
    const deltas = events.about(run.run_id).flatMap((each) => (each.event === 'run.delta' ? [each] : []));
    expect(deltas.length).toBeGreaterThan(1);
    let spoken = '';
    for (const { data } of deltas) {
      expect(data.offset).toBe(spoken.length);
      spoken += data.text;
    }
    expect('One. Two. Three. Four. Five. Six. Seven.'.startsWith(spoken)).toBe(true);
    const late = await watchEvents(stage.owner, stage.projectId, { after: 0, sessionId: run.session_id });
    await late.next('run.status', run.run_id, ({ status }) => status === 'completed');
    expect(late.seen.filter(({ event }) => event === 'run.delta')).toEqual(deltas);
  });

  it('keeps messages, usage and what the model was told [W1, W4]', async () => {
    const run = await say('both', { text: 'Look three things up.' });
    const view = await ended(stage, run);
    const answer = 'One: lookup of one. Two: lookup of two. Three: lookup of three.';
    expect(view).toMatchObject({ status: 'completed', answer, usage: { turns: 3, tool_calls: 3 }, error_class: null });
    const { messages } = await stage.owner.chat.listMessages(stage.projectId, { run_id: run.run_id });
    expect(messages).toMatchObject([
      { role: 'agent', author: 'assistant', text: answer, run_id: run.run_id },
      { role: 'user', author: 'Olga', text: 'Look three things up.', message_id: run.message_id },
    ]);
    const bySession = await stage.owner.chat.listMessages(stage.projectId, { session_id: run.session_id });
    expect(bySession.messages).toEqual(messages);
    const { entries } = await stage.owner.runs.transcript(stage.projectId, run.run_id);
    expect(entries.map(({ kind }) => kind)).toEqual(['user', 'model', 'results', 'model', 'results', 'model']);
    const part = await stage.owner.runs.transcript(stage.projectId, run.run_id, { after: 1, limit: 2 });
    expect(part).toEqual({ entries: entries.slice(1, 3), has_more: true });
    expect(executed.map(({ args }) => args.what).sort()).toEqual(['one', 'three', 'two']);
    const { runs } = await stage.owner.runs.list(stage.projectId, { session_id: run.session_id });
    expect(runs).toEqual([view]);
  });

  it('works on the messages of a session one after the other, and on several sessions at once [W1]', async () => {
    const first = await say('slow');
    const second = await say('slow', { session_id: first.session_id });
    const other = await say('slow');
    await expect
      .poll(async () => [(await look(first)).status, (await look(other)).status])
      .toEqual(['running', 'running']);
    expect(await look(second)).toMatchObject({ status: 'queued', waiting_for: 'turn_of_session', started_at: null });
    const [one, two] = await asTimeGoesOn(
      stage,
      Promise.all([ended(stage, first), ended(stage, second), ended(stage, other)]),
    );
    expect(Date.parse(two.started_at!)).toBeGreaterThanOrEqual(Date.parse(one.ended_at!));
    const { messages } = await stage.owner.chat.listMessages(stage.projectId, { session_id: first.session_id });
    expect(messages.map(({ role }) => role)).toEqual(['agent', 'agent', 'user', 'user']);
  });

  it('is steered by what is said while it works [W1]', async () => {
    const events = await watch();
    const run = await say('steerable');
    await events.next('run.turn', run.run_id, ({ status }) => status === 'started');
    const steered = await stage.member.chat.postMessage(stage.projectId, { text: 'No, coffee.', run_id: run.run_id });
    expect(steered).toMatchObject({
      message: { author: 'Mia', session_id: run.session_id },
      run: { run_id: run.run_id },
    });
    const view = await asTimeGoesOn(stage, ended(stage, run));
    expect(view).toMatchObject({ status: 'completed', answer: 'Then coffee.', usage: { turns: 2 } });
    const late = await refused(stage.owner.chat.postMessage(stage.projectId, { text: 'More?', run_id: run.run_id }));
    expect(late).toMatchObject({ status: 409, code: 'run_ended' });
  });

  it('pauses after the step it is at, and goes on when it is told to [W1]', async () => {
    const events = await watch();
    const run = await say('steerable');
    await events.next('run.turn', run.run_id, ({ status }) => status === 'started');
    await stage.owner.runs.pause(stage.projectId, run.run_id);
    await stage.owner.chat.postMessage(stage.projectId, { text: 'Take your time.', run_id: run.run_id });
    await asTimeGoesOn(
      stage,
      events.next('run.status', run.run_id, ({ status }) => status === 'paused'),
    );
    expect(await look(run)).toMatchObject({ status: 'paused', waiting_for: null, usage: { turns: 1 } });
    expect(await stage.owner.runs.pause(stage.projectId, run.run_id)).toMatchObject({ status: 'paused' });
    await stage.owner.runs.resume(stage.projectId, run.run_id);
    expect(await ended(stage, run)).toMatchObject({ status: 'completed', answer: 'Tea it is.' });
    expect(await refused(stage.owner.runs.resume(stage.projectId, run.run_id))).toMatchObject({ code: 'run_ended' });
  });

  it('ends at once when a person stops it, in the middle of a word or in a queue [W1]', async () => {
    const events = await watch();
    const run = await say('slow');
    const next = await say('slow', { session_id: run.session_id });
    await events.next('run.turn', run.run_id, ({ status }) => status === 'started');
    await stage.owner.runs.stop(stage.projectId, next.run_id);
    expect(await ended(stage, next)).toMatchObject({ status: 'cancelled', usage: { turns: 0 } });
    await stage.owner.runs.stop(stage.projectId, run.run_id, 'Not needed any more.');
    expect(await ended(stage, run)).toMatchObject({
      status: 'cancelled',
      end_reason: 'Not needed any more.',
      answer: null,
    });
    expect(await refused(stage.owner.runs.stop(stage.projectId, run.run_id))).toMatchObject({ code: 'run_ended' });
  });

  it('withdraws what it asked for when it is stopped [W1, A4]', async () => {
    const events = await watch();
    const run = await say('publishing');
    const approval = await asked(events, run);
    expect(await look(run)).toMatchObject({
      status: 'running',
      waiting_for: 'approval',
      pending_calls: [approval.tool_id],
    });
    await stage.owner.runs.stop(stage.projectId, run.run_id);
    await ended(stage, run);
    const withdrawn = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(withdrawn.status).toBe('cancelled');
    expect(executed).toEqual([]);
  });

  it('goes on with what a person decided: approved, rejected with a reason, changed, or nobody did [W1, A1, A2]', async () => {
    const events = await watch();
    const decided = async (decide: (approval: ApprovalView) => Promise<unknown>) => {
      const run = await say('publishing');
      await decide(await asked(events, run));
      return asTimeGoesOn(stage, ended(stage, run)).then(async (view) => ({ view, told: await told(view) }));
    };
    const approved = await decided((approval) => stage.owner.approvals.approve(approval));
    expect(approved.view).toMatchObject({ status: 'completed', answer: 'Published.' });
    const rejected = await decided((approval) => stage.owner.approvals.reject(approval, 'Not on a Monday.'));
    expect(rejected.view).toMatchObject({ status: 'completed', answer: 'I wait until Tuesday.' });
    expect(rejected.told).toContain('Not on a Monday.');
    const edited = await decided((approval) => stage.owner.approvals.edit(approval, { what: 'better news' }));
    expect(edited.view).toMatchObject({ status: 'completed', answer: 'Published otherwise.' });
    const expired = await decided(async () => stage.clock.advance(600_000));
    expect(expired.view).toMatchObject({ status: 'completed', answer: 'Nobody answered.' });
    expect(executed.map(({ args }) => args.what)).toEqual(['the news', 'better news']);
  });

  it('does not count the time in which a person is waited for [W4]', async () => {
    const events = await watch();
    const run = await say('publishing', { control: { max_wall_time_seconds: 5 } });
    const approval = await asked(events, run);
    stage.clock.advance(120_000);
    await stage.owner.approvals.approve(approval);
    const view = await ended(stage, run);
    expect(view).toMatchObject({ status: 'completed', answer: 'Published.' });
    expect(view.usage.working_ms).toBeLessThan(5_000);
  });

  it('keeps to the limits that it was given [W4]', async () => {
    const events = await watch();
    const turns = await ended(stage, await say('both', { control: { max_turns: 2 } }));
    expect(turns).toMatchObject({ status: 'stopped', usage: { turns: 2 }, answer: null, control: { max_turns: 2 } });
    const notice = await events.next('run.notice', turns.run_id);
    expect(notice).toMatchObject({ kind: 'limit_reached', threshold: 2 });
    const stuck = await ended(stage, await say('endless', { control: { no_progress_turns: 4 } }));
    expect(stuck).toMatchObject({ status: 'stopped', usage: { turns: 4 } });
    const tokens = await ended(stage, await say('both', { control: { max_tokens: 1 } }));
    expect(tokens).toMatchObject({ status: 'stopped', answer: null });
    expect(tokens.end_reason).toContain('token');
    const late = await asTimeGoesOn(stage, ended(stage, await say('slow', { control: { max_wall_time_seconds: 10 } })));
    expect(late).toMatchObject({ status: 'stopped', answer: null });
  });

  it('tries again after a while where a provider is busy [W4]', async () => {
    const events = await watch();
    const run = await say('flaky');
    const view = await asTimeGoesOn(stage, ended(stage, run));
    expect(view).toMatchObject({ status: 'completed', answer: 'At last.' });
    const notices = events.about(run.run_id).filter(({ event }) => event === 'run.notice');
    expect(notices.map(({ data }) => (data as { kind: string }).kind)).toEqual(['retry_scheduled', 'retry_scheduled']);
  });

  it('tells the model of a tool that there is not, and goes on [W2]', async () => {
    const view = await ended(stage, await say('unknownTool'));
    expect(view).toMatchObject({ status: 'completed', answer: expect.stringContaining('no_such_tool') });
  });

  it('makes one run of a message that is sent twice with a key [W1, L4]', async () => {
    const body = { text: 'Once.', model: modelOf('hello') };
    const options = { idempotencyKey: 'telegram:1:2' };
    const sent = await Promise.all(
      [1, 2, 3].map(() => stage.owner.chat.postMessage(stage.projectId, body, options).catch((error: Error) => error)),
    );
    const first = await stage.owner.chat.postMessage(stage.projectId, body, options);
    for (const each of sent)
      if (!(each instanceof Error)) expect(each.message.message_id).toBe(first.message.message_id);
    const other = stage.owner.chat.postMessage(stage.projectId, { ...body, text: 'Twice.' }, options);
    expect(await refused(other)).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    const { runs } = await stage.owner.runs.list(stage.projectId, { session_id: first.run.session_id });
    expect(runs).toHaveLength(1);
    const mine = await stage.member.chat.postMessage(stage.projectId, body, options);
    expect(mine.run.run_id).not.toBe(first.run.run_id);
  });

  it('refuses what it cannot work on, and says what to do [W1]', async () => {
    const post = (body: Partial<PostMessageRequest>) =>
      rawRequest(stage.url, `/my/projects/${stage.projectId}/chat/messages`, {
        method: 'POST',
        token: stage.cast.owner,
        body: JSON.stringify({ text: 'x', ...body }),
      });
    const unknown = await post({ model: 'openai:none' });
    expectProblem(unknown, 'model_unknown');
    expect(unknown.text).toContain('demo');
    const foreign = await stage.agent.sessions.create(stage.projectId);
    expectProblem(await post({ session_id: foreign.session_id }), 'not_found');
    expectProblem(await post({ run_id: foreign.session_id }), 'not_found');
    expectProblem(await post({ text: '' }), 'invalid_request');
  });

  it('names the models that there are [W3]', async () => {
    const { models: listed } = await stage.owner.chat.models(stage.projectId);
    expect(listed[0]).toEqual({
      name: modelOf('hello'),
      provider: 'scripted',
      protocol: 'native',
      is_default: true,
      problem: null,
    });
    expect(listed.at(-1)).toMatchObject({ name: 'demo', is_default: false });
  });

  it('waits for a run no longer than it was asked to [W1]', async () => {
    const run = await say('slow');
    const polls = stage.owner.runs.get(stage.projectId, run.run_id, 5_000);
    const view = await asTimeGoesOn(stage, polls);
    expect(view.status).toBe('running');
    await stage.owner.runs.stop(stage.projectId, run.run_id);
    await ended(stage, run);
  });
});
