import {
  addWorkspace,
  aGrant,
  anApproval,
  anEvent,
  aSession,
  aSource,
  aState,
  aToken,
  aToolCall,
  describeOnEachDatabase,
} from '@countersign/testing';
import { expect, it } from 'vitest';
import { runSql } from './run-sql.ts';
import { useStores } from './stores.ts';

const canary = 'canary-in-every-text';
const redactor = { text: (text: string) => text.replaceAll(canary, '***REDACTED***') };
const tables = [
  'users',
  'projects',
  'agents',
  'runners',
  'tokens',
  'sessions',
  'names',
  'grants',
  'tool_calls',
  'approvals',
  'events',
  'sources',
];

describeOnEachDatabase('a store with a redactor', (database) => {
  const stores = useStores(database);

  it('keeps no text that was not masked, whatever it is part of [G8]', async () => {
    const store = await stores.open({ redactor });
    const { user, project, agent, session } = await addWorkspace(store);
    const of = { projectId: project.id, sessionId: session.id, agentId: agent.id };
    const by = { userId: user.id, name: canary };
    const texts = { toolName: canary, machine: canary, reasons: [canary], description: canary, agentNote: canary };
    const call = aToolCall({ request: { ...of, ...texts } });
    const event = (data: Record<string, unknown>) => anEvent({ projectId: project.id, chainId: session.id, data });
    const told = await store.commit({
      guard: { kind: 'call', call },
      following: [
        {
          kind: 'approval',
          record: anApproval({
            ...of,
            callId: call.id,
            status: 'rejected',
            decision: { verb: 'reject', by, at: 1, feedback: canary, grantId: null, shownLength: null },
          }),
        },
        { kind: 'session', record: aSession({ ...of, userId: user.id, title: canary, machine: canary }) },
        { kind: 'token', record: aToken({ projectId: project.id, name: canary }) },
        { kind: 'grant', record: aGrant({ ...of, owner: by }) },
      ],
      events: [event({ error: `it was ${canary}`, deep: [{ by: canary }] })],
    });
    const states = [
      { ...aState.failed(), error: canary },
      { ...aState.rejected(), by: { kind: 'human', person: by, feedback: canary } },
      { ...aState.rejected(), by: { kind: 'policy', ruleId: 'r', reason: canary } },
      { ...aState.approved(), basis: { kind: 'human', by, feedback: canary } },
      { ...aState.cancelled(), by: canary },
    ] as const;
    for (const state of states) {
      await store.commit({ guard: { kind: 'call', call: aToolCall({ request: of, state }) }, events: [] });
    }
    for (const kind of ['user', 'project'] as const) {
      const record = { ...(kind === 'user' ? user : project), id: crypto.randomUUID() as never, name: canary };
      await store.commit({ guard: { kind, record } as never, events: [] });
    }
    const source = aSource({ refreshError: canary });
    const settings = { ...source.settings, headers: { 'x-key': canary }, environment: { KEY: canary } };
    await store.commit({ guard: { kind: 'new_source', record: { ...source, settings } }, events: [] });
    await store.commit({ guard: { kind: 'source', record: { ...source, version: 2, settings } }, events: [] });
    for (const table of tables) {
      expect(JSON.stringify(await runSql(stores.url, `select * from ${table}`)), table).not.toContain(canary);
    }
    // Those who listen in this process hear what was kept.
    expect(JSON.stringify(told)).not.toContain(canary);
  });
});
