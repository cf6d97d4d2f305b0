import { newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { askFor, newSession } from './harness/calls.ts';
import { watchEvents, watchSession } from './harness/recorder.ts';
import { allRefused, refused } from './harness/refused.ts';
import { ownStage, useStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

const write = { tool_name: 'write_file', tool_params: { path: 'src/main.py', content: 'print(1)' } } as const;

describeOnEachDatabase('decisions', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const ask = () => askFor(stage, { session_id: sessionId, ...write });
  const read = (approvalId: string) => stage.owner.approvals.get(stage.projectId, approvalId);
  const recordOf = (toolId: string) => stage.agent.toolCalls.get(stage.projectId, toolId);

  it('answers the same decision again with the same answer [L4]', async () => {
    for (const decision of ['approve', 'reject'] as const) {
      const { approval } = await ask();
      const first = await stage.owner.approvals.decide(approval, { decision });
      stage.clock.advance(1_000);
      expect(await stage.owner.approvals.decide(approval, { decision })).toEqual(first);
      expect(await stage.member.approvals.decide(approval, { decision })).toEqual(first);
      expect(first.decision).toMatchObject({ decision, decided_by: { name: 'Olga', user_id: stage.ids.owner } });
    }
  });

  it('answers the same edit again with the same answer, and another edit with 409 [L4, A1]', async () => {
    const { approval } = await ask();
    const edited = { path: 'src/main.py', content: 'print(2)' };
    const first = await stage.owner.approvals.edit(approval, edited);
    expect(await stage.owner.approvals.edit(approval, { ...edited, mode: 'write' })).toEqual(first);
    const other = stage.owner.approvals.edit(approval, { ...edited, content: 'print(3)' });
    expect(await refused(other)).toMatchObject({ status: 409, code: 'already_decided' });
  });

  it('refuses a different decision with 409, who decided and when [L4]', async () => {
    const { approval } = await ask();
    const { decision } = await stage.member.approvals.reject(approval, 'not now');
    stage.clock.advance(5_000);
    const refusals = await allRefused([
      stage.owner.approvals.approve(approval),
      stage.owner.approvals.edit(approval, write.tool_params),
      stage.owner.approvals.approve(approval, { scope: 'session' }),
    ]);
    for (const { status, code, message, details } of refusals) {
      expect({ status, code }).toEqual({ status: 409, code: 'already_decided' });
      expect(details).toMatchObject({ decision: 'reject', decided_by: 'Mia', decided_at: decision.decided_at });
      expect(message).toContain('Mia');
    }
    expect(await read(approval.approval_id)).toMatchObject({ status: 'rejected', decision });
  });

  it('refuses a decision after the deadline with 410, and records no refusal [L4, L5]', async () => {
    const { approval, call } = await ask();
    stage.clock.advance(300_000);
    for (const decision of ['approve', 'reject'] as const) {
      const { status, code, details } = await refused(stage.owner.approvals.decide(approval, { decision }));
      expect({ status, code }).toEqual({ status: 410, code: 'approval_expired' });
      expect(details.deadline_at).toBe(approval.deadline_at);
    }
    expect(await read(approval.approval_id)).toMatchObject({ status: 'expired', decision: null });
    expect(await recordOf(call.tool_id)).toMatchObject({ status: 'timeout', error: 'Approval timeout' });
  });

  it('waits as long as it is configured to by risk, and for ever where there is no deadline [L5]', async () => {
    const strange = {
      name: 'strange',
      description: 'Nobody knows what it does',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      target: 'runner',
      executionTimeoutMs: 1_000,
    } as const;
    const own = await ownStage(database, {
      parts: { extraTools: [strange] },
      config: { approvalSeconds: { MEDIUM: null, HIGH: 60 } },
    });
    const medium = await askFor(own, write);
    expect(medium.approval).toMatchObject({ risk_level: 'MEDIUM', deadline_at: null, timeout_seconds: null });
    const high = await askFor(own, { tool_name: 'strange', tool_params: {} });
    expect(high.approval).toMatchObject({ risk_level: 'HIGH', timeout_seconds: 60 });
    own.clock.advance(60_000);
    expect(await own.agent.waitUntilSettled(own.projectId, high.call.tool_id)).toMatchObject({ status: 'timeout' });
    own.clock.advance(365 * 24 * 3_600_000);
    expect(await own.owner.approvals.approve(medium.approval)).toMatchObject({ status: 'approved' });
    const standard = await ownStage(database, { parts: { extraTools: [strange] } });
    const unusual = await askFor(standard, { tool_name: 'strange', tool_params: {} });
    expect(unusual.approval).toMatchObject({ risk_level: 'HIGH', timeout_seconds: 600 });
  });

  it('accepts a decision in the last millisecond before the deadline [L5]', async () => {
    const { approval } = await ask();
    stage.clock.advance(299_999);
    expect(await stage.owner.approvals.approve(approval)).toMatchObject({ status: 'approved' });
  });

  it('answers 404 for an id that is unknown, or known only to another project [L4, A5]', async () => {
    const { approval } = await ask();
    const unknown = { ...approval, approval_id: newId<string>() };
    const elsewhere = { ...approval, project_id: stage.otherProjectId };
    const refusals = await allRefused([
      stage.owner.approvals.approve(unknown),
      stage.outsider.approvals.approve(approval),
      stage.outsider.approvals.approve(elsewhere),
      stage.outsider.approvals.get(stage.otherProjectId, approval.approval_id),
      stage.stranger.approvals.approve(approval),
    ]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 404, code: 'not_found' });
    expect(await read(approval.approval_id)).toMatchObject({ status: 'pending' });
  });

  it('refuses a decision on another digest than the one that was shown [L7]', async () => {
    const { approval } = await ask();
    const { approval: other } = await ask();
    const { socket } = await watchSession(stage.owner, stage.projectId, sessionId);
    const stale = { ...approval, digest: '0'.repeat(64) };
    const refusals = await allRefused([
      stage.owner.approvals.approve(stale),
      stage.owner.approvals.reject(stale),
      stage.owner.approvals.edit(stale, write.tool_params),
      socket.decide(stale, { decision: 'approve' }),
    ]);
    for (const { status, code, details } of refusals) {
      expect({ status, code, digest: details.digest }).toEqual({
        status: 409,
        code: 'digest_mismatch',
        digest: approval.digest,
      });
    }
    expect(await read(approval.approval_id)).toMatchObject({ status: 'pending' });
    // The same arguments in the same session are the same call, whatever its id.
    expect(other.digest).toBe(approval.digest);
    const elsewhere = await askFor(stage, { ...write, session_id: await newSession(stage) });
    expect(elsewhere.approval.digest).not.toBe(approval.digest);
  });

  it('checks edited arguments against the schema, and leaves the approval open [A1, L7]', async () => {
    const { approval, call } = await ask();
    for (const modified of [
      { path: 'src/main.py' },
      { path: 'src/main.py', content: 1 },
      { path: 'src/main.py', content: '', as_root: true },
      { path: '\ud800', content: '' },
    ]) {
      const { status, code, message } = await refused(stage.owner.approvals.edit(approval, modified));
      expect({ status, code }).toEqual({ status: 422, code: 'arguments_refused' });
      expect(message).not.toBe('');
    }
    const bare = stage.owner.approvals.decide(approval, { decision: 'edit' });
    expect(await refused(bare)).toMatchObject({ status: 422, code: 'arguments_refused' });
    expect(await read(approval.approval_id)).toEqual(approval);
    expect(await recordOf(call.tool_id)).toMatchObject({ status: 'awaiting_approval' });
  });

  it('seals an edit anew, keeps the original and tells the model what changed [A1, L7, L9]', async () => {
    const runner = await startRunner(stage, { sessionId });
    const { approval, call } = await ask();
    await stage.owner.approvals.edit(approval, { path: 'src/main.py', content: 'print(2)', mode: 'append' });
    const record = await stage.agent.waitUntilSettled(stage.projectId, call.tool_id);
    expect(record).toMatchObject({
      status: 'completed',
      tool_params: { path: 'src/main.py', content: 'print(2)', mode: 'append' },
      original_params: { path: 'src/main.py', content: 'print(1)', mode: 'write' },
      outcome: { kind: 'edited', changed: ['content', 'mode'], decided_by: 'Olga' },
    });
    expect(record.outcome?.message).toContain('content, mode');
    expect(record.digest).not.toBe(approval.digest);
    expect(runner.executed[0]!.digest).toBe(record.digest);
    expect(await read(approval.approval_id)).toMatchObject({
      tool_params: record.tool_params,
      original_params: record.original_params,
      decision: { decision: 'edit' },
    });
  });

  it('names a secret that an edit changed, though both look the same masked [A1, L9]', async () => {
    const secret = (value: string) => ({ path: '.npmrc', content: `NPM_TOKEN=${value}` });
    const { approval, call } = await askFor(stage, { ...write, session_id: sessionId, tool_params: secret('first') });
    await stage.owner.approvals.edit(approval, secret('second'));
    expect(await recordOf(call.tool_id)).toMatchObject({ outcome: { kind: 'edited', changed: ['content'] } });
  });

  it('gives feedback to the model whatever the decision [A1, L9]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    for (const decision of ['approve', 'reject', 'edit'] as const) {
      const { approval, call } = await ask();
      const feedback = `Mind the tests (${decision})`;
      const modified = decision === 'edit' ? { modified_arguments: { ...write.tool_params, content: '2' } } : {};
      const answer = await stage.owner.approvals.decide(approval, { decision, feedback, ...modified });
      expect(answer.decision.feedback).toBe(feedback);
      const { outcome } = await recordOf(call.tool_id);
      expect(outcome).toMatchObject({ feedback, decided_by: 'Olga' });
      expect(outcome?.message).toContain(feedback);
      expect(await stream.next('approval.resolved', approval.approval_id)).toMatchObject({ feedback });
    }
  });

  it('masks secrets in feedback before anyone sees it [G8]', async () => {
    const { approval, call } = await ask();
    await stage.owner.approvals.reject(approval, 'use API_KEY=hunter2hunter2 instead');
    const { outcome } = await recordOf(call.tool_id);
    expect(outcome?.feedback).toBe('use API_KEY=***REDACTED*** instead');
  });
});
