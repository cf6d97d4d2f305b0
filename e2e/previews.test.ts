import type { PreviewFile, SignedPreviewOrder } from '@countersign/contract';
import { databases, describeOnEachDatabase } from '@countersign/testing';
import { digestOf, refuseOrder, refusePreview } from '@countersign/tool-call';
import { describe, expect, it } from 'vitest';
import { newSession, npmTest, readReadme, writeNote } from './harness/calls.ts';
import { machines } from './harness/cast.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { announce } from './harness/runners.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const before: PreviewFile = { path: 'note.txt', sha256: 'a'.repeat(64), size: 4, text: 'bye\n' };
const windowMs = 2_000;

type Pending = { readonly toolId: string; readonly order: SignedPreviewOrder };

/** A call that waits for a preview, and the order that the runner heard. */
async function pendingCall(stage: Stage, request: object = writeNote): Promise<Pending> {
  await announce(stage);
  const heard = await watchEvents(stage.runner, stage.projectId);
  const call = await stage.agent.executeTool(stage.projectId, request as typeof writeNote);
  expect(call).toMatchObject({ status: 'pending', approval_id: null, requires_approval: true });
  const { signed_order: order } = await heard.next('tool.preview_signal', call.tool_id);
  heard.stop();
  return { toolId: call.tool_id, order };
}

/** The approval of a call, once a person is asked about it. */
async function askedAbout(stage: Stage, toolId: string) {
  const stream = await watchEvents(stage.owner, stage.projectId, { after: 0 });
  const { approval_id } = await stream.next('tool.approval_request', toolId);
  stream.stop();
  return stage.owner.approvals.get(stage.projectId, approval_id);
}

async function eventsAbout(stage: Stage, toolId: string) {
  const events = await stage.server.plane.store.listEvents({ after: 0, limit: 1_000 });
  return events.filter(({ subjectId }) => subjectId === toolId);
}

describeOnEachDatabase('a preview', (database) => {
  it('is asked of a runner by a signed order, and shown to the person who decides [L7, A8]', async () => {
    const stage = await ownStage(database);
    const { toolId, order } = await pendingCall(stage);
    const { public_key: publicKey } = await stage.runner.serverKey();
    expect(refusePreview(order, { publicKey, nowMs: stage.clock.now() })).toBeNull();
    expect(order.order).toMatchObject({ purpose: 'preview', call: { arguments: { path: 'note.txt' } } });
    const answer = await stage.runner.runner.preview(stage.projectId, toolId, [before]);
    expect(answer).toEqual({ tool_id: toolId, status: 'awaiting_approval' });
    const approval = await askedAbout(stage, toolId);
    expect(JSON.stringify(approval.display.sections)).toContain('bye');
    expect(approval.runs_on).toEqual([{ name: 'runner', machine: 'laptop', sandbox: 'bubblewrap' }]);
    expect((await eventsAbout(stage, toolId)).map(({ type }) => type)).toEqual([
      'tool_call.submitted',
      'tool_call.previewed',
      'approval.requested',
    ]);
  });

  it('binds the call to the files that were shown and to their machine, up to the order to run [L7]', async () => {
    const stage = await ownStage(database);
    const { toolId, order } = await pendingCall(stage);
    await stage.runner.runner.preview(stage.projectId, toolId, [before]);
    const approval = await askedAbout(stage, toolId);
    expect(approval.digest).not.toBe(digestOf(order.order.call));
    await stage.owner.approvals.approve(approval);
    expect(await refused(stage.secondRunner.runner.claim(stage.projectId, toolId))).toMatchObject({ status: 404 });
    const { signed_order } = await stage.runner.runner.claim(stage.projectId, toolId);
    const { call, digest } = signed_order.order;
    expect(call).toMatchObject({
      expected_files: [{ path: 'note.txt', sha256: 'a'.repeat(64) }],
      target: `runner:${machines.runner}`,
    });
    expect([digest, digestOf(call)]).toEqual([approval.digest, approval.digest]);
    const others = [{ path: 'note.txt', sha256: 'b'.repeat(64) }];
    expect(digestOf({ ...call, expected_files: others })).not.toBe(digest);
    const publicKey = stage.server.plane.signer.key.public_key;
    const forged = { ...signed_order, order: { ...signed_order.order, call: { ...call, expected_files: others } } };
    const trusted = { publicKey, nowMs: stage.clock.now(), hasSeenNonce: () => false };
    expect([refuseOrder(signed_order, trusted), refuseOrder(forged, trusted)]).toEqual([null, 'signature']);
  });

  it('is taken from the first runner that gives one; the same again is answered the same [L3]', async () => {
    const stage = await ownStage(database);
    const { toolId } = await pendingCall(stage);
    const results = await Promise.allSettled([
      stage.runner.runner.preview(stage.projectId, toolId, [before]),
      stage.secondRunner.runner.preview(stage.projectId, toolId, [{ ...before, sha256: null, size: 0, text: null }]),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [first] = results;
    const winner = first!.status === 'fulfilled' ? stage.runner : stage.secondRunner;
    const file = first!.status === 'fulfilled' ? before : { ...before, sha256: null, size: 0, text: null };
    const again = await winner.runner.preview(stage.projectId, toolId, [file]);
    expect(again).toEqual({ tool_id: toolId, status: 'awaiting_approval' });
    const another = await refused(
      winner.runner.preview(stage.projectId, toolId, [{ ...file, sha256: 'c'.repeat(64) }]),
    );
    expect(another).toMatchObject({ status: 409, code: 'illegal_transition' });
    expect((await eventsAbout(stage, toolId)).filter(({ type }) => type === 'tool_call.previewed')).toHaveLength(1);
  });

  it('is done without where none comes in time, and the deadline counts from then [L5]', async () => {
    const stage = await ownStage(database);
    const { toolId } = await pendingCall(stage);
    stage.clock.advance(windowMs - 1);
    expect(await stage.agent.toolCalls.get(stage.projectId, toolId)).toMatchObject({ status: 'pending' });
    stage.clock.advance(1);
    const approval = await askedAbout(stage, toolId);
    expect(approval).toMatchObject({ timeout_seconds: 300, requested_at: new Date(stage.clock.now()).toISOString() });
    const late = await refused(stage.runner.runner.preview(stage.projectId, toolId, [before]));
    expect(late).toMatchObject({ status: 409, code: 'illegal_transition' });
    await stage.owner.approvals.approve(approval);
    expect(await stage.secondRunner.runner.claim(stage.projectId, toolId)).toMatchObject({ fence: 1 });
  });

  it('is still waited for after a restart, and given up in time [L2]', async () => {
    const stage = await ownStage(database);
    const [answered, unanswered] = [await pendingCall(stage), await pendingCall(stage)];
    await stage.restart();
    await stage.runner.runner.preview(stage.projectId, answered.toolId, [before]);
    expect(await askedAbout(stage, answered.toolId)).toMatchObject({ status: 'pending' });
    await stage.server.close();
    stage.clock.advance(windowMs);
    await stage.restart();
    expect(await askedAbout(stage, unanswered.toolId)).toMatchObject({ status: 'pending' });
  });

  it('does not keep a call from being cancelled, and then comes too late [L1]', async () => {
    const stage = await ownStage(database);
    const { toolId } = await pendingCall(stage);
    expect(await stage.agent.toolCalls.cancel(stage.projectId, toolId)).toMatchObject({ status: 'cancelled' });
    const late = await refused(stage.runner.runner.preview(stage.projectId, toolId, [before]));
    expect(late).toMatchObject({ status: 409, code: 'illegal_transition' });
    stage.clock.advance(windowMs);
    expect(await stage.agent.toolCalls.get(stage.projectId, toolId)).toMatchObject({ approval_id: null });
  });

  it('is waited for by the caller too, who is told how it ended [L8]', async () => {
    const stage = await ownStage(database);
    await announce(stage);
    const heard = await watchEvents(stage.runner, stage.projectId);
    const key = { idempotencyKey: 'once' };
    const waiting = stage.agent.executeTool(stage.projectId, { ...writeNote, wait_ms: 60_000 }, key);
    const signal = await heard.first('the order to look', ({ event }) => event === 'tool.preview_signal');
    const { tool_id } = signal.data as { tool_id: string };
    expect(await stage.agent.executeTool(stage.projectId, writeNote, key)).toMatchObject({
      tool_id,
      status: 'pending',
    });
    await stage.runner.runner.preview(stage.projectId, tool_id, [before]);
    await stage.owner.approvals.reject(await askedAbout(stage, tool_id));
    expect(await waiting).toMatchObject({ tool_id, status: 'rejected' });
  });

  it('is asked for only where a person will be asked, something is to be seen and somebody can look [L8]', async () => {
    const stage = await ownStage(database);
    const statusOf = async (request: object) =>
      (await stage.agent.executeTool(stage.projectId, request as typeof writeNote)).status;
    expect(await statusOf(writeNote)).toBe('awaiting_approval');
    await announce(stage, { tools: { write_file: 'v1' } });
    expect(await statusOf(readReadme)).toBe('approved');
    expect(await statusOf(npmTest)).toBe('awaiting_approval');
    const elsewhere = await newSession(stage, machines.secondRunner);
    expect(await statusOf({ ...writeNote, session_id: elsewhere })).toBe('awaiting_approval');
    expect(await statusOf(writeNote)).toBe('pending');
    await announce(stage, { runs_commands: false });
    expect(await statusOf(npmTest)).toBe('awaiting_approval');
    stage.clock.advance(60_000);
    expect(await statusOf(writeNote)).toBe('awaiting_approval');
  });

  it('is needed for nothing that was remembered [A2]', async () => {
    const stage = await ownStage(database);
    const { toolId } = await pendingCall(stage);
    await stage.runner.runner.preview(stage.projectId, toolId, [before]);
    await stage.owner.approvals.approve(await askedAbout(stage, toolId), { scope: 'session' });
    expect(await stage.agent.executeTool(stage.projectId, writeNote)).toMatchObject({ status: 'approved' });
  });

  it('shows no secret of the files, to nobody [G8]', async () => {
    const stage = await ownStage(database);
    const { toolId } = await pendingCall(stage);
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await stage.runner.runner.preview(stage.projectId, toolId, [{ ...before, text: `token: ${secret}\n` }]);
    const text = JSON.stringify([await askedAbout(stage, toolId), await eventsAbout(stage, toolId)]);
    expect(text).not.toContain(secret);
    expect(text).toContain('***REDACTED***');
  });

  it('holds for an edit of the same file, and not for another [A1, L7]', async () => {
    const stage = await ownStage(database);
    const files = async (path: string) => {
      const { toolId } = await pendingCall(stage);
      await stage.runner.runner.preview(stage.projectId, toolId, [before]);
      const approval = await askedAbout(stage, toolId);
      await stage.owner.approvals.edit(approval, { path, content: 'another' });
      const { signed_order } = await stage.runner.runner.claim(stage.projectId, toolId);
      return signed_order.order.call.expected_files.map((file) => file.path);
    };
    expect(await files('note.txt')).toEqual(['note.txt']);
    expect(await files('other.txt')).toEqual([]);
  });

  it('warns of commands that would run without a sandbox, by the name of the runner [T6, A8]', async () => {
    const stage = await ownStage(database);
    await announce(stage, { sandbox: 'none' });
    const call = await stage.agent.executeTool(stage.projectId, npmTest);
    await stage.runner.runner.preview(stage.projectId, call.tool_id, []);
    const approval = await askedAbout(stage, call.tool_id);
    expect(approval.runs_on).toEqual([{ name: 'runner', machine: 'laptop', sandbox: 'none' }]);
    expect(approval.display.warnings).toEqual([
      'Runner "runner" has no sandbox: the command runs there with all the rights of its user.',
    ]);
    stage.clock.advance(60_000);
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({
      runs_on: [],
      display: { warnings: [] },
    });
  });

  it('is neither asked of nor taken from runners of other projects and machines [A5, P2]', async () => {
    const stage = await ownStage(database);
    await announce(stage);
    await announce(stage, {}, stage.secondRunner);
    const streams = [
      await watchEvents(stage.secondRunner, stage.projectId),
      await watchEvents(stage.agent, stage.projectId),
    ];
    const foreign = await watchEvents(stage.foreignRunner, stage.otherProjectId);
    const session_id = await newSession(stage, machines.runner);
    const { tool_id } = await stage.agent.executeTool(stage.projectId, { ...writeNote, session_id });
    for (const client of [stage.secondRunner, stage.foreignRunner])
      expect(await refused(client.runner.preview(stage.projectId, tool_id, [before]))).toMatchObject({ status: 404 });
    await stage.runner.runner.preview(stage.projectId, tool_id, [before]);
    await streams[1]!.next('tool.approval_request', tool_id);
    for (const stream of [...streams, foreign]) {
      expect(stream.seen.filter(({ event }) => event === 'tool.preview_signal')).toEqual([]);
      stream.stop();
    }
  });
});

const postgres = databases.find(({ name }) => name === 'postgres')!;

describe.skipIf(postgres.isMissing)('a preview between two servers on one PostgreSQL database', () => {
  it('is asked for at one, given at the other and decided at either [S2]', async () => {
    const one = await ownStage(postgres);
    const two = await ownStage(postgres, { beside: one });
    await announce(two);
    const heard = await watchEvents(two.runner, two.projectId);
    const { tool_id } = await one.agent.executeTool(one.projectId, writeNote);
    await heard.next('tool.preview_signal', tool_id);
    await two.runner.runner.preview(two.projectId, tool_id, [before]);
    const approval = await askedAbout(one, tool_id);
    expect(JSON.stringify(approval.display)).toContain('bye');
    await one.owner.approvals.approve(approval);
    expect(await two.runner.runner.claim(two.projectId, tool_id)).toMatchObject({ fence: 1 });
    heard.stop();
  });
});
