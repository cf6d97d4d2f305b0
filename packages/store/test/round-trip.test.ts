import { callStatuses, newId } from '@countersign/contract';
import {
  addWorkspace,
  aGrant,
  anAnnouncement,
  anApproval,
  anEvent,
  aRunner,
  aSession,
  aState,
  aToken,
  aToolCall,
  describeOnEachDatabase,
} from '@countersign/testing';
import type { CallState } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { runSql } from './run-sql.ts';
import { useStores } from './stores.ts';

const printed = { received: { stdout: 12, stderr: 2 }, told: { stdout: 10, stderr: 2 }, isCut: true };

/** States whose parts take another form than the ordinary one of their status. */
const variants: CallState[] = [
  { ...aState.pending(), previewBy: 5 },
  { ...aState.executing(), printed },
  { ...aState.completed(), undoneAt: 9 },
  { ...aState.awaiting_approval(), deadlineAt: null },
  { ...aState.approved(), approvalId: null, basis: { kind: 'rule', ruleId: 'r' } },
  { ...aState.approved(), approvalId: null, basis: { kind: 'grant', grantId: newId(), text: 'git commands' } },
  { ...aState.approved(), basis: { kind: 'edit', by: { userId: newId(), name: 'Ada' }, changed: ['path'] } },
  { ...aState.executing(), executor: 'server', cancelRequestedAt: 5 },
  { ...aState.completed(), result: null },
  { ...aState.rejected(), by: { kind: 'policy', ruleId: 'r', reason: 'Never.' }, approvalId: null },
  { ...aState.failed(), cause: 'invalid', executor: null, fence: null, result: null, executionTimeMs: null },
  { ...aState.cancelled(), executor: newId<never>(), fence: 1, approvedAt: 3 },
];
const states: CallState[] = [...callStatuses.map((status) => aState[status]()), ...variants];

describeOnEachDatabase('what was stored', (database) => {
  const stores = useStores(database);

  it('comes back as it was: a call in every state [L2]', async () => {
    const store = await stores.open();
    const calls = states.map((state) => aToolCall({ state }));
    await Promise.all(calls.map((call) => store.commit({ guard: { kind: 'call', call }, events: [] })));
    for (const call of calls) expect(await store.findCall(call.request.projectId, call.id)).toEqual(call);
  });

  it('can be read in columns by whoever writes a report [L10]', async () => {
    const store = await stores.open();
    for (const state of states) {
      const call = aToolCall({ state });
      await store.commit({ guard: { kind: 'call', call }, events: [] });
      const [row] = await runSql(stores.url, `select * from tool_executions where id = '${call.id}'`);
      const approvalId = 'approvalId' in state ? state.approvalId : null;
      expect(row).toMatchObject({
        user_id: call.request.userId,
        project_id: call.request.projectId,
        session_id: call.request.sessionId,
        approval_id: approvalId,
        tool_name: 'write_file',
        tool_params: call.request.params,
        result: 'result' in state ? state.result : null,
        risk_level: 'MEDIUM',
        status: state.status,
      });
      const number = (column: string) => (row![column] === null ? null : Number(row![column]));
      expect(number('requires_approval')).toBe(approvalId === null ? 0 : 1);
      expect(number('created_at')).toBe(call.request.createdAt);
      expect(number('approved_at')).toBe('approvedAt' in state ? state.approvedAt : null);
      expect(number('completed_at')).toBe('completedAt' in state ? state.completedAt : null);
      expect(number('execution_time_ms')).toBe('executionTimeMs' in state ? state.executionTimeMs : null);
      expect(row!.error === null).toBe(!['failed', 'rejected', 'timeout', 'unknown'].includes(state.status));
    }
  });

  it('comes back as it was: users, projects, agents, runners, sessions, tokens, grants, approvals', async () => {
    const store = await stores.open();
    const { user, project, agent, session, runner } = await addWorkspace(store);
    const token = aToken({ projectId: project.id, expiresAt: 9 });
    const grant = aGrant({ projectId: project.id, sessionId: session.id, expiresAt: 9 });
    const other = aSession({ projectId: project.id, agentId: agent.id, userId: user.id, machine: 'laptop' });
    const call = aToolCall({ request: { projectId: project.id, sessionId: session.id, agentId: agent.id } });
    const approval = anApproval({ callId: call.id, projectId: project.id, sessionId: session.id });
    const announced = { ...runner, seenAt: 7, announcement: anAnnouncement };
    const preview = [{ path: 'src/hello.txt', sha256: 'a'.repeat(64), size: 5, text: 'hello' }];
    const newcomer = aRunner({ projectId: project.id, ownerId: user.id });
    await store.commit({
      guard: { kind: 'runner_seen', runnerId: runner.id, at: 7, announcement: anAnnouncement },
      events: [],
    });
    await store.commit({
      guard: { kind: 'call', call },
      following: [
        { kind: 'approval', record: approval },
        { kind: 'preview', record: { callId: call.id, files: preview } },
        { kind: 'runner', record: newcomer },
        { kind: 'grant', record: grant },
        { kind: 'session', record: other },
        { kind: 'token', record: token },
      ],
      events: [],
    });
    expect(await store.findUser(user.id)).toEqual(user);
    expect(await store.findUserByName(user.name)).toEqual(user);
    expect(await store.findProject(project.id)).toEqual(project);
    expect(await store.findAgent(agent.id)).toEqual(agent);
    expect(await store.findRunner(runner.id)).toEqual(announced);
    expect(await store.findRunner(newcomer.id)).toEqual(newcomer);
    expect(await store.findSession(project.id, other.id)).toEqual(other);
    expect(await store.findToken(token.id)).toEqual(token);
    expect(await store.findTokenByHash(token.hash)).toEqual(token);
    expect(await store.findGrant(project.id, grant.id)).toEqual(grant);
    const withCall = { approval, call, agentName: agent.name, preview };
    expect(await store.findApproval(project.id, approval.id)).toEqual(withCall);
  });

  it('keeps who decided what and when, along with the call it was about [L4]', async () => {
    const store = await stores.open();
    const { project, agent, session, user } = await addWorkspace(store);
    const call = aToolCall({ request: { projectId: project.id, sessionId: session.id, agentId: agent.id } });
    const approval = anApproval({ callId: call.id, projectId: project.id, sessionId: session.id });
    await store.commit({
      guard: { kind: 'call', call },
      following: [{ kind: 'approval', record: approval }],
      events: [],
    });
    const decided = {
      ...approval,
      status: 'rejected',
      decision: {
        verb: 'reject',
        by: { userId: user.id, name: 'Ada' },
        at: 5,
        feedback: 'No.',
        grantId: null,
        shownLength: 120,
      },
    } as const;
    const rejected = { ...call, version: 2, state: aState.rejected() };
    await store.commit({
      guard: { kind: 'call', call: rejected },
      following: [{ kind: 'approval', record: decided }],
      events: [],
    });
    expect(await store.findApproval(project.id, approval.id)).toMatchObject({ approval: decided, call: rejected });
  });

  it('takes text that a database cannot hold, with a mark where it was', async () => {
    const store = await stores.open();
    const call = aToolCall({ request: { description: 'nul \u0000 half \ud800 back \\u0000', agentNote: 'fine 😀' } });
    const event = anEvent({ data: { text: 'nul \u0000 back \\u0000' } });
    expect((await store.commit({ guard: { kind: 'call', call }, events: [event] })).ok).toBe(true);
    const stored = await store.findCall(call.request.projectId, call.id);
    expect(stored?.request.description.replaceAll('\u0000', '\ufffd')).toBe('nul \ufffd half \ufffd back \\u0000');
    expect(stored?.request.agentNote).toBe('fine 😀');
    expect((await store.listEvents({ after: 0, limit: 1 }))[0]?.data).toEqual(event.data);
  });
});
