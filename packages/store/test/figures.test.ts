import type { GrantId } from '@countersign/contract';
import { newId } from '@countersign/contract';
import type { Change } from '@countersign/control-plane';
import {
  addWorkspace,
  anApproval,
  aState,
  aToolCall,
  describeOnEachDatabase,
  type Workspace,
} from '@countersign/testing';
import type { CallState } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { storeLimits } from '../src/limits.ts';
import { useStores } from './stores.ts';

const at = Date.UTC(2026, 0, 1);

describeOnEachDatabase('counting', (database) => {
  const stores = useStores(database);

  it('goes over any number of calls and requests once, the newest of a project up to a limit [A5]', async () => {
    const store = await stores.open();
    const mine = await addWorkspace(store);
    const foreign = await addWorkspace(store);
    const asked = storeLimits.countedApprovalsPerQuery + 5;
    const all = storeLimits.countedCallsPerQuery + 5;
    await Promise.all(
      Array.from({ length: all }, (_, nth) => store.commit(aCallOf(mine, nth, nth < asked ? 'asked' : 'allowed'))),
    );
    await store.commit(aCallOf(foreign, 0, 'asked'));
    const filter = { projectId: mine.project.id, since: 0, limit: 10 * all };
    const total = async (given: object) =>
      (await store.countCalls({ ...filter, ...given })).reduce((sum, { calls }) => sum + calls, 0);
    expect(await total({})).toBe(all);
    expect(await total({ limit: all - 2 })).toBe(all - 2);
    expect(await total({ since: at + 10 })).toBe(all - 10);
    const facts = await store.listApprovalFacts(filter);
    expect(facts.map(({ requestedAt }) => requestedAt - at)).toEqual(
      Array.from({ length: asked }, (_, index) => asked - 1 - index),
    );
    expect(await store.listApprovalFacts({ ...filter, limit: 7 })).toEqual(facts.slice(0, 7));
    expect(await store.listApprovalFacts({ ...filter, since: at + 10 })).toEqual(facts.slice(0, -10));
  });

  it('tells how calls were decided on, and a grant keeps those that failed', async () => {
    const store = await stores.open();
    const mine = await addWorkspace(store);
    const grantId = newId<GrantId>();
    const granted = {
      ...aState.approved(),
      approvalId: null,
      basis: { kind: 'grant', grantId, text: 'x' },
    } satisfies CallState;
    const states: CallState[] = [
      aState.awaiting_approval(),
      { ...aState.rejected(), approvalId: null, by: { kind: 'policy', ruleId: 'r', reason: 'Never.' } },
      { ...aState.failed(), cause: 'invalid', approvalId: null, approvedAt: null },
      { ...aState.approved(), approvalId: null, basis: { kind: 'rule', ruleId: 'r' } },
    ];
    for (const state of states) await store.commit(withState(mine, state));
    const call = aToolCall({ state: granted, request: inWorkspace(mine) });
    await store.commit({ guard: { kind: 'call', call }, events: [] });
    const failed = { ...aState.failed(), approvalId: null } satisfies CallState;
    await store.commit({ guard: { kind: 'call', call: { ...call, version: 2, state: failed } }, events: [] });
    const counts = await store.countCalls({ projectId: mine.project.id, since: 0, limit: 100 });
    expect(counts.map(({ outcome, calls }) => [outcome, calls]).toSorted()).toEqual([
      ['allowed', 1],
      ['asked', 1],
      ['denied', 1],
      ['granted', 1],
      ['undecided', 1],
    ]);
    const { createdAt } = call.request;
    expect(await store.countGrantHits([newId<GrantId>(), grantId])).toEqual([
      { grantId, hits: 1, lastHitAt: createdAt },
    ]);
    expect(await store.countGrantHits([])).toEqual([]);
  });
});

function inWorkspace({ project, session, agent, user }: Workspace) {
  return { projectId: project.id, sessionId: session.id, agentId: agent.id, userId: user.id };
}

function withState(workspace: Workspace, state: CallState): Change {
  return { guard: { kind: 'call', call: aToolCall({ state, request: inWorkspace(workspace) }) }, events: [] };
}

function aCallOf(workspace: Workspace, nth: number, outcome: 'asked' | 'allowed'): Change {
  const isAsked = outcome === 'asked';
  const state: CallState = isAsked
    ? aState.awaiting_approval()
    : { ...aState.approved(), approvalId: null, basis: { kind: 'rule', ruleId: 'r' } };
  const call = aToolCall({ state, request: { ...inWorkspace(workspace), createdAt: at + nth } });
  const { projectId, sessionId } = call.request;
  const record = anApproval({ callId: call.id, projectId, sessionId, requestedAt: at + nth });
  return { guard: { kind: 'call', call }, following: isAsked ? [{ kind: 'approval', record }] : [], events: [] };
}
