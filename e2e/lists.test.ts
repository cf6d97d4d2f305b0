import { describeOnEachDatabase } from '@countersign/testing';
import { beforeAll, expect, it } from 'vitest';
import { askFor, newSession, readReadme } from './harness/calls.ts';
import { useStage } from './harness/stage.ts';

type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

/** Every item of a list, read two at a time. */
async function readAll<T>(read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(2);
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = page.next;
  }
}

describeOnEachDatabase('lists', (database) => {
  const stage = useStage(database);
  const asked: string[] = [];
  const decided: string[] = [];
  const allowed: string[] = [];
  let sessionId: string;

  beforeAll(async () => {
    sessionId = await newSession(stage);
    for (let count = 0; count < 7; count += 1) {
      const { call, approval } = await askFor(stage, { session_id: sessionId });
      asked.push(call.tool_id);
      if (count % 2 === 0) continue;
      await stage.owner.approvals.decide(approval, { decision: count === 1 ? 'approve' : 'reject' });
      decided.push(call.tool_id);
    }
    for (let count = 0; count < 5; count += 1) {
      const { tool_id } = await stage.agent.executeTool(stage.projectId, { ...readReadme, session_id: sessionId });
      allowed.push(tool_id);
    }
  });

  const calls = (query: object = {}, client = stage.owner) =>
    readAll(async (page) => {
      const { tool_calls, next_cursor } = await client.toolCalls.list(stage.projectId, { ...query, ...page });
      return { items: tool_calls.map(({ tool_id }) => tool_id), next: next_cursor };
    });
  const approvals = (query: object = {}) =>
    readAll(async (page) => {
      const { approvals, next_cursor } = await stage.owner.approvals.list(stage.projectId, { ...query, ...page });
      return { items: approvals.map(({ tool_id }) => tool_id), next: next_cursor };
    });

  it('give every tool call once, newest first, page by page [P1]', async () => {
    expect(await calls()).toEqual([...asked, ...allowed].reverse());
    expect(await calls({}, stage.agent)).toEqual([...asked, ...allowed].reverse());
    expect(await calls({}, stage.secondAgent)).toEqual([]);
  });

  it('give pending approvals oldest first, and others newest first [P1]', async () => {
    const pending = asked.filter((toolId) => !decided.includes(toolId));
    expect(await approvals({ status: 'pending' })).toEqual(pending);
    expect(await approvals({ status: 'rejected' })).toEqual(decided.slice(1).reverse());
    expect(await approvals({ status: 'approved' })).toEqual(decided.slice(0, 1));
    expect(await approvals()).toEqual([...asked].reverse());
  });

  it('can be narrowed to a status and a session [P1]', async () => {
    expect(await calls({ status: 'rejected' })).toEqual(decided.slice(1).reverse());
    expect(await calls({ status: 'approved', session_id: sessionId })).toEqual([decided[0]!, ...allowed].reverse());
    const elsewhere = await newSession(stage);
    expect(await calls({ session_id: elsewhere })).toEqual([]);
    expect(await approvals({ session_id: elsewhere, status: 'pending' })).toEqual([]);
  });

  it('stay in place while new things happen between two pages [P1]', async () => {
    const first = await stage.owner.toolCalls.list(stage.projectId, { limit: 3 });
    await stage.agent.executeTool(stage.projectId, readReadme);
    const second = await stage.owner.toolCalls.list(stage.projectId, { limit: 3, cursor: first.next_cursor! });
    const ids = [...first.tool_calls, ...second.tool_calls].map(({ tool_id }) => tool_id);
    expect(ids).toEqual([...asked, ...allowed].reverse().slice(0, 6));
  });

  it('give every session once, to the agent its own [P1, A5]', async () => {
    const mine: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      mine.push((await stage.secondAgent.sessions.create(stage.projectId)).session_id);
    }
    const sessions = await readAll(async (page) => {
      const { sessions, next_cursor } = await stage.secondAgent.sessions.list(stage.projectId, page);
      return { items: sessions.map(({ session_id }) => session_id), next: next_cursor };
    });
    expect(sessions.slice(0, 3)).toEqual(mine.reverse());
    expect(new Set(sessions).size).toBe(sessions.length);
  });
});
