import { describeOnEachDatabase } from '@countersign/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { chatTools } from './harness/chat-tools.ts';
import { watchEvents } from './harness/recorder.ts';
import { ended, scriptedModels } from './harness/scripted-models.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const call = (name: string, what: string) => ({ name, arguments: { what } });
const scripts = {
  publishing: {
    answers: [
      { text: 'First a look.', tool_calls: [call('lookup', 'the facts')] },
      { text: 'May I?', tool_calls: [call('publish', 'the news'), call('lookup', 'more')] },
      { text: 'Done: {{result.1}}, {{result.2}}, {{result.3}}.' },
    ],
  },
  slow: { answers: [{ text: 'Thinking took a while.', delay_ms: 2_000 }] },
} as const;
const answer = 'Done: lookup of the facts, publish of the news, lookup of more.';

describeOnEachDatabase('runs and the processes that work on them', (database) => {
  const { models, modelOf } = scriptedModels(afterAll, scripts);
  const { executed, policyFile, parts } = chatTools(afterAll);

  beforeEach(() => {
    executed.length = 0;
  });

  /** A server of the role, on the database of another where one is named. */
  const open = (role: 'all' | 'server' | 'worker', beside?: Stage): Promise<Stage> =>
    ownStage(database, { config: { models, policyFile, role }, parts, ...(beside ? { beside } : {}) });
  const approvalOf = async (stage: Stage, sessionId: string) => {
    const events = await watchEvents(stage.owner, stage.projectId, { after: 0 });
    const { approval_id } = await events.next('tool.approval_request', sessionId);
    events.stop();
    return stage.owner.approvals.get(stage.projectId, approval_id);
  };

  it('goes on with a run that waits for a person over a restart of everything [W2]', async () => {
    const stage = await open('all');
    const { run } = await stage.owner.chat.postMessage(stage.projectId, { text: 'Publish the news.' });
    const approval = await approvalOf(stage, run.session_id);
    await stage.restart();
    stage.clock.advance(60_000);
    expect(await stage.owner.runs.get(stage.projectId, run.run_id)).toMatchObject({
      status: 'running',
      waiting_for: 'approval',
      pending_calls: [approval.tool_id],
    });
    await stage.owner.approvals.approve(approval);
    expect(await ended(stage, run)).toMatchObject({ status: 'completed', answer, usage: { turns: 3, tool_calls: 3 } });
    expect(executed.map(({ args }) => args.what).sort()).toEqual(['more', 'the facts', 'the news']);
  });

  it('goes on with a run whose person decided while nobody worked on runs [W2]', async () => {
    const stage = await open('all');
    const { run } = await stage.owner.chat.postMessage(stage.projectId, { text: 'Publish the news.' });
    const approval = await approvalOf(stage, run.session_id);
    // A server without a worker takes the decision.
    const front = await open('server', stage);
    await stage.server.close();
    await front.owner.approvals.approve(approval);
    await expect
      .poll(async () => (await front.owner.toolCalls.get(stage.projectId, approval.tool_id)).status)
      .toBe('completed');
    expect(await front.owner.runs.get(stage.projectId, run.run_id)).toMatchObject({ status: 'running' });
    const worker = await open('worker', stage);
    expect(await ended(worker, run)).toMatchObject({ status: 'completed', answer });
  });

  it('lets a server take the messages and a worker do the work [W1, W2]', async () => {
    const front = await open('server');
    const { run } = await front.owner.chat.postMessage(front.projectId, { text: 'Publish the news.' });
    expect(run).toMatchObject({ status: 'queued', model: modelOf('publishing') });
    await open('worker', front);
    const events = await watchEvents(front.owner, front.projectId, { after: 0 });
    await front.owner.approvals.approve(await approvalOf(front, run.session_id));
    expect(await ended(front, run)).toMatchObject({ status: 'completed', answer });
    await events.next('chat.message', run.run_id, ({ role }) => role === 'agent');
    expect(executed).toHaveLength(3);
  });

  it('comes to its next commit when its server closes, and goes on from there [W2]', async () => {
    const stage = await open('all');
    const body = { text: 'Think.', model: modelOf('slow') };
    const { run } = await stage.owner.chat.postMessage(stage.projectId, body);
    const events = await watchEvents(stage.owner, stage.projectId, { after: 0 });
    await events.next('run.turn', run.run_id, ({ status }) => status === 'started');
    await stage.restart();
    await expect
      .poll(async () => {
        stage.clock.advance(1_000);
        return (await stage.owner.runs.get(stage.projectId, run.run_id)).status;
      })
      .toBe('completed');
    const { entries } = await stage.owner.runs.transcript(stage.projectId, run.run_id);
    expect(entries.map(({ kind }) => kind)).toEqual(['user', 'model']);
  });
});
