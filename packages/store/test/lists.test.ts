import { newId } from '@countersign/contract';
import type { Page, PageRequest, Store } from '@countersign/control-plane';
import {
  addWorkspace,
  aGrant,
  aMember,
  anApproval,
  aSession,
  aState,
  aToolCall,
  describeOnEachDatabase,
  type Workspace,
} from '@countersign/testing';
import type { CallState, ToolCall } from '@countersign/tool-call';
import { beforeEach, expect, it } from 'vitest';
import { useStores } from './stores.ts';

describeOnEachDatabase('lists and look-ups', (database) => {
  const stores = useStores(database);
  let store: Store;
  let mine: Workspace;
  let foreign: Workspace;
  beforeEach(async () => {
    store = await stores.open();
    mine = await addWorkspace(store);
    foreign = await addWorkspace(store);
  });

  function callIn(workspace: Workspace, state: CallState = aState.pending(), request: object = {}): ToolCall {
    const { project, session, agent, user } = workspace;
    return aToolCall({
      state,
      request: { projectId: project.id, sessionId: session.id, agentId: agent.id, userId: user.id, ...request },
    });
  }

  async function added<T extends ToolCall>(...calls: T[]): Promise<T[]> {
    await Promise.all(calls.map((call) => store.commit({ guard: { kind: 'call', call }, events: [] })));
    return calls;
  }

  it('pages through calls, newest first, without missing or repeating one', async () => {
    const calls = await added(...Array.from({ length: 7 }, () => callIn(mine)));
    await added(callIn(foreign));
    const pages = await allPages((page) => store.listCalls({ projectId: mine.project.id }, page), 3);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(calls.toReversed());
  });

  it('has no next page after one that is just full', async () => {
    await added(callIn(mine), callIn(mine));
    expect((await store.listCalls({ projectId: mine.project.id }, first(2))).nextCursor).toBeNull();
  });

  it('filters calls by agent, session and status', async () => {
    const sessionId = newId<never>();
    const agentId = newId<never>();
    const [plain, inSession, byAgent, failed, done] = await added(
      callIn(mine),
      callIn(mine, aState.pending(), { sessionId }),
      callIn(mine, aState.pending(), { agentId }),
      callIn(mine, aState.failed()),
      callIn(mine, aState.completed(), { sessionId }),
    );
    const list = async (filter: object) =>
      (await store.listCalls({ projectId: mine.project.id, ...filter }, first(10))).items;
    expect(await list({})).toEqual([done, failed, byAgent, inSession, plain]);
    expect(await list({ sessionId })).toEqual([done, inSession]);
    expect(await list({ agentId })).toEqual([byAgent]);
    expect(await list({ status: 'failed' })).toEqual([failed]);
    expect(await list({ status: 'completed' })).toEqual([done]);
    expect(await list({ sessionId, status: 'pending' })).toEqual([inSession]);
    expect(await list({ agentId, sessionId })).toEqual([]);
  });

  it('opens nothing by an id alone: the project has to be the right one [A5]', async () => {
    const call = callIn(foreign, aState.awaiting_approval());
    const ids = { projectId: foreign.project.id, sessionId: foreign.session.id };
    const approval = anApproval({ callId: call.id, ...ids });
    const grant = aGrant(ids);
    await store.commit({
      guard: { kind: 'call', call },
      following: [
        { kind: 'approval', record: approval },
        { kind: 'grant', record: grant },
      ],
      events: [],
    });
    const projectId = mine.project.id;
    const { id: sessionId, agentId } = foreign.session;
    expect(await store.findCall(projectId, call.id)).toBeNull();
    expect(await store.findApproval(projectId, approval.id)).toBeNull();
    expect(await store.findGrant(projectId, grant.id)).toBeNull();
    expect(await store.findSession(projectId, sessionId)).toBeNull();
    expect((await store.listCalls({ projectId, sessionId }, first(9))).items).toEqual([]);
    expect((await store.listCalls({ projectId, agentId }, first(9))).items).toEqual([]);
    expect((await store.listApprovals({ projectId, sessionId }, first(9))).items).toEqual([]);
    expect((await store.listGrants({ projectId, sessionId, activeAt: null }, first(9))).items).toEqual([]);
    expect((await store.listSessions({ projectId, agentId }, first(9))).items).toEqual([]);
    expect(await store.listEvents({ after: 0, limit: 9, projectId, chainId: sessionId })).toEqual([]);
    expect(await store.findMember(projectId, foreign.user.id)).toBeNull();
    expect(await store.listProjectsOf(foreign.user.id)).toEqual([foreign.project]);
  });

  it('lists what is due, earliest first, and when the next one is [L5]', async () => {
    expect(await store.nextDueAt()).toBeNull();
    const [late, early] = await added(
      callIn(mine, { ...aState.awaiting_approval(), deadlineAt: 2_000 }),
      callIn(mine, { ...aState.approved(), claimBy: 1_000 }),
      callIn(mine, { ...aState.executing(), leaseUntil: 3_000 }),
      callIn(mine, { ...aState.awaiting_approval(), deadlineAt: null }),
      callIn(mine, aState.completed()),
    );
    expect(await store.nextDueAt()).toBe(1_000);
    expect(await store.listDue(999, 10)).toEqual([]);
    expect(await store.listDue(2_000, 10)).toEqual([early, late]);
    expect(await store.listDue(9_000, 1)).toEqual([early]);
    const moved = { ...early!, version: 2, state: aState.failed() };
    await store.commit({ guard: { kind: 'call', call: moved }, events: [] });
    expect(await store.nextDueAt()).toBe(2_000);
  });

  it('offers a runner the approved calls of its project and machine, oldest first [P2]', async () => {
    const [any, here] = await added(
      callIn(mine, aState.approved()),
      callIn(mine, aState.approved(), { machine: 'here' }),
      callIn(mine, aState.approved(), { machine: 'elsewhere' }),
      callIn(mine, aState.approved(), { target: 'server' }),
      callIn(mine, aState.executing()),
      callIn(foreign, aState.approved()),
    );
    expect(await store.listClaimable(mine.project.id, 'here', 10)).toEqual([any, here]);
    expect(await store.listClaimable(mine.project.id, 'here', 1)).toEqual([any]);
  });

  it('lists what the server itself has to run, of all projects, oldest first', async () => {
    const [one, , other] = await added(
      callIn(mine, aState.approved(), { target: 'server' }),
      callIn(mine, aState.approved()),
      callIn(foreign, aState.approved(), { target: 'server' }),
      callIn(mine, aState.executing(), { target: 'server' }),
    );
    expect(await store.listServerWork(10)).toEqual([one, other]);
  });

  it('lists pending approvals oldest first and others newest first', async () => {
    const sessionId = newId<never>();
    const asked = [];
    for (const [index, status] of (['pending', 'approved', 'pending', 'rejected', 'pending'] as const).entries()) {
      const call = callIn(mine, aState.awaiting_approval(), index < 3 ? { sessionId } : {});
      const approval = anApproval({ callId: call.id, ...call.request, id: newId(), status });
      const { projectId, sessionId: session } = call.request;
      asked.push({ ...anApproval({ ...approval }), projectId, sessionId: session });
      const record = anApproval({ id: approval.id, callId: call.id, projectId, sessionId: session, status });
      await store.commit({ guard: { kind: 'call', call }, following: [{ kind: 'approval', record }], events: [] });
    }
    const [a, b, c, d, e] = asked.map(({ id }) => id);
    const projectId = mine.project.id;
    const list = async (filter: object) => {
      const pages = await allPages((page) => store.listApprovals({ projectId, ...filter }, page), 2);
      return pages.flat().map(({ approval }) => approval.id);
    };
    expect(await list({ status: 'pending' })).toEqual([a, c, e]);
    expect(await list({})).toEqual([e, d, c, b, a]);
    expect(await list({ status: 'approved' })).toEqual([b]);
    expect(await list({ status: 'rejected' })).toEqual([d]);
    expect(await list({ sessionId })).toEqual([c, b, a]);
    expect(await list({ sessionId, status: 'pending' })).toEqual([a, c]);
  });

  it('knows which grants are active [A2]', async () => {
    const ids = { projectId: mine.project.id, sessionId: mine.session.id };
    const grants = [aGrant(ids), aGrant({ ...ids, expiresAt: 100 }), aGrant({ ...ids, revokedAt: 1 }), aGrant()];
    await store.commit({
      guard: { kind: 'none' },
      following: grants.map((record) => ({ kind: 'grant', record })),
      events: [],
    });
    const [open, expiring, revoked] = grants;
    expect(await store.listActiveGrants(mine.session.id, 99)).toEqual([open, expiring]);
    expect(await store.listActiveGrants(mine.session.id, 100)).toEqual([open]);
    const list = async (filter: { sessionId?: typeof ids.sessionId; activeAt: number | null }) =>
      (await store.listGrants({ projectId: ids.projectId, ...filter }, first(9))).items;
    expect(await list({ activeAt: null })).toEqual([revoked, expiring, open]);
    expect(await list({ activeAt: 99, sessionId: ids.sessionId })).toEqual([expiring, open]);
  });

  it('lists sessions, projects, users and members', async () => {
    const { project, user, agent, session } = mine;
    const second = aSession({ projectId: project.id, agentId: agent.id, userId: user.id });
    await store.commit({ guard: { kind: 'none' }, following: [{ kind: 'session', record: second }], events: [] });
    const pages = await allPages((page) => store.listSessions({ projectId: project.id }, page), 1);
    expect(pages.flat()).toEqual([second, session]);
    expect((await store.listSessions({ projectId: project.id, agentId: agent.id }, first(9))).items).toHaveLength(2);
    expect(await store.listProjects()).toEqual([project, foreign.project]);
    expect(await store.listUsers()).toEqual([user, foreign.user]);
    expect(await store.findMember(project.id, user.id)).toMatchObject({ role: 'owner' });
  });

  it('changes the role of a member who is there, also twice in one batch', async () => {
    const member = { projectId: mine.project.id, userId: foreign.user.id };
    const put = (role: 'owner' | 'member') =>
      store.commit({
        guard: { kind: 'none' },
        following: [{ kind: 'member', record: aMember({ ...member, role }) }],
        events: [],
      });
    await put('member');
    await Promise.all([put('member'), put('owner')]);
    expect(await store.findMember(mine.project.id, foreign.user.id)).toEqual({ ...member, role: 'owner' });
    expect(await store.listProjectsOf(foreign.user.id)).toHaveLength(2);
  });

  it('finds calls by any number of ids', async () => {
    const [one, other] = await added(callIn(mine), callIn(foreign));
    const ids = [one!.id, ...Array.from({ length: 1_200 }, () => newId<ToolCall['id']>()), other!.id];
    expect(await store.findCalls(ids)).toEqual([one, other]);
    expect(await store.findCalls([])).toEqual([]);
  });
});

function first(limit: number): PageRequest {
  return { limit, cursor: null };
}

async function allPages<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<T[][]> {
  const pages: T[][] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await list({ limit, cursor });
    pages.push([...page.items]);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}
