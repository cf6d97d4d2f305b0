import { newId, type ToolCallId } from '@countersign/contract';
import type { Change, Store } from '@countersign/control-plane';
import {
  addWorkspace,
  aGrant,
  anAgent,
  anApproval,
  anEvent,
  aProject,
  aRunner,
  aState,
  aToken,
  aToolCall,
  aUser,
  describeOnEachDatabase,
} from '@countersign/testing';
import type { ToolCall } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { useStores } from './stores.ts';

describeOnEachDatabase('guarded writes', (database) => {
  const stores = useStores(database);

  it('lets one of 100 concurrent writers win [L3]', async () => {
    const store = await stores.open();
    const call = await storedCall(store);
    const results = await Promise.all(rivals(call, 100).map((change) => store.commit(change)));
    await expectOneWinner([store], call, results);
  });

  it('lets one of 100 concurrent writers in two processes win [L3] [S2]', async () => {
    const [one, other] = [await stores.open(), await stores.open()];
    const call = await storedCall(one);
    const results = await Promise.all(
      rivals(call, 100).map((change, index) => (index % 2 ? one : other).commit(change)),
    );
    await expectOneWinner([one, other], call, results);
  });

  it('refuses the first version of a call that is there already', async () => {
    const store = await stores.open();
    const call = await storedCall(store);
    expect(await store.commit(moved({ ...call, state: aState.rejected() }))).toEqual({ ok: false });
    expect(await store.findCall(call.request.projectId, call.id)).toEqual(call);
  });

  it('refuses a later version of a call that was never stored', async () => {
    const store = await stores.open();
    const call = aToolCall({ version: 2 });
    expect(await store.commit(moved(call))).toEqual({ ok: false });
    expect(await store.findCalls([call.id])).toEqual([]);
  });

  it('refuses a version that skips one', async () => {
    const store = await stores.open();
    const call = await storedCall(store);
    expect((await store.commit(moved({ ...call, version: 3 }))).ok).toBe(false);
  });

  it('writes what a human edited along with the state [A1]', async () => {
    const store = await stores.open();
    const call = await storedCall(store);
    const edited = {
      ...call,
      version: 2,
      state: aState.approved(),
      request: {
        ...call.request,
        params: '{"path":"b"}',
        sealedArguments: '{"path":"b"}',
        originalParams: call.request.params,
        digest: 'e'.repeat(64),
        riskLevel: 'HIGH',
        ruleId: 'other',
        reasons: ['one', 'two'],
        description: 'Write b',
      },
    } as const;
    expect(
      (await store.commit({ ...moved(edited), guard: { kind: 'call', call: edited, isRewritten: true } })).ok,
    ).toBe(true);
    expect(await store.findCall(call.request.projectId, call.id)).toEqual(edited);
  });

  it('takes a free key or name once', async () => {
    const store = await stores.open();
    const { user, project } = await addWorkspace(store);
    const inProject = { projectId: project.id, ownerId: user.id };
    const key = { principalId: newId(), key: 'k', requestHash: 'h', createdAt: 1 };
    const pairs: [Change['guard'], Change['guard']][] = [
      [
        { kind: 'user', record: aUser({ name: 'same' }) },
        { kind: 'user', record: aUser({ name: 'same' }) },
      ],
      [
        { kind: 'project', record: aProject({ name: 'same' }) },
        { kind: 'project', record: aProject({ name: 'same' }) },
      ],
      [
        { kind: 'agent', record: anAgent({ ...inProject, name: 'same' }) },
        { kind: 'agent', record: anAgent({ ...inProject, name: 'same' }) },
      ],
      [
        { kind: 'runner', record: aRunner({ ...inProject, name: 'same' }) },
        { kind: 'runner', record: aRunner({ ...inProject, name: 'same' }) },
      ],
      [
        { kind: 'idempotency_key', record: { ...key, subjectId: newId() } },
        { kind: 'idempotency_key', record: { ...key, subjectId: newId() } },
      ],
    ];
    for (const pair of pairs) {
      const results = await Promise.all(pair.map((guard) => store.commit({ guard, events: [anEvent()] })));
      expect(
        results.map(({ ok }) => ok),
        pair[0].kind,
      ).toEqual([true, false]);
    }
    expect((await store.findIdempotencyKey(key.principalId, 'k'))?.requestHash).toBe('h');
    expect(await store.findIdempotencyKey(newId(), 'k')).toBeNull();
  });

  it('joins a retry to the first call, also when both come at once [L8]', async () => {
    const store = await stores.open();
    const principalId = newId();
    const submit = (call: ToolCall) =>
      store.commit({
        guard: {
          kind: 'idempotency_key',
          record: { principalId, key: 'k', requestHash: 'h', subjectId: call.id, createdAt: 1 },
        },
        following: [{ kind: 'new_call', call }],
        events: [anEvent()],
      });
    const calls = [aToolCall(), aToolCall()];
    const results = await Promise.all(calls.map(submit));
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    expect(await store.findCalls(calls.map(({ id }) => id))).toEqual([calls[0]]);
  });

  it('revokes a grant and a token once', async () => {
    const store = await stores.open();
    const grant = aGrant();
    const token = aToken();
    await store.commit({
      guard: { kind: 'none' },
      following: [
        { kind: 'grant', record: grant },
        { kind: 'token', record: token },
      ],
      events: [],
    });
    for (const guard of [
      { kind: 'revoke_grant', grantId: grant.id, at: 7 },
      { kind: 'revoke_token', tokenId: token.id, at: 7 },
    ] as const) {
      const results = await Promise.all([store.commit({ guard, events: [] }), store.commit({ guard, events: [] })]);
      expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    }
    expect((await store.findGrant(grant.projectId, grant.id))?.revokedAt).toBe(7);
    expect((await store.findToken(token.id))?.revokedAt).toBe(7);
  });

  it('leaves nothing of a change whose guard failed, and all of its neighbours in the batch [L3]', async () => {
    const store = await stores.open();
    const call = await storedCall(store);
    const before = await store.headSeq();
    const approval = anApproval({ callId: call.id });
    const lost = { ...aToolCall(), version: 9 };
    const [failed, ...written] = await Promise.all([
      store.commit({
        guard: { kind: 'call', call: lost },
        following: [
          { kind: 'approval', record: approval },
          { kind: 'grant', record: aGrant({ id: approval.id as never }) },
        ],
        events: [anEvent(), anEvent()],
      }),
      store.commit(moved({ ...call, version: 2 })),
      store.commit({ guard: { kind: 'none' }, events: [anEvent()] }),
    ]);
    expect(failed).toEqual({ ok: false });
    expect(written.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await store.headSeq()).toBe(before + 2);
    expect(await store.findApproval(approval.projectId, approval.id)).toBeNull();
    expect(await store.findCalls([lost.id as ToolCallId])).toEqual([]);
  });

  it('writes the neighbours of a change that the database refuses', async () => {
    const store = await stores.open();
    const token = aToken();
    const addToken = (): Change => ({
      guard: { kind: 'none' },
      following: [{ kind: 'token', record: { ...aToken(), hash: token.hash } }],
      events: [anEvent()],
    });
    const results = await Promise.allSettled([
      store.commit(addToken()),
      store.commit(addToken()),
      store.commit({ guard: { kind: 'none' }, events: [anEvent()] }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.headSeq()).toBe(2);
  });
});

async function storedCall(store: Store): Promise<ToolCall> {
  const call = aToolCall();
  expect((await store.commit(moved(call))).ok).toBe(true);
  return call;
}

function moved(call: ToolCall): Change {
  return {
    guard: { kind: 'call', call },
    events: [anEvent({ chainId: call.request.sessionId, subjectId: call.id })],
  };
}

/** Decisions about the same call, each by another person. */
function rivals(call: ToolCall, count: number): Change[] {
  return Array.from({ length: count }, (_, index) => {
    const state = aState.rejected();
    const person = { ...state.by.person, name: `person ${index}` };
    return moved({ ...call, version: 2, state: { ...state, by: { ...state.by, person } } });
  });
}

async function expectOneWinner(stores: Store[], call: ToolCall, results: { ok: boolean }[]): Promise<void> {
  const winners = results.flatMap(({ ok }, index) => (ok ? [index] : []));
  expect(winners).toHaveLength(1);
  for (const store of stores) {
    const stored = await store.findCall(call.request.projectId, call.id);
    expect(stored).toMatchObject({ version: 2, state: { by: { person: { name: `person ${winners[0]}` } } } });
    expect(await store.headSeq()).toBe(2);
  }
}
