import { newId, type ProjectId } from '@countersign/contract';
import { anEvent, describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { useScene } from '../../test/plane.ts';
import { type EntryQuery, type NewEvent, readLog, type StoredEvent, searchLog } from '../index.ts';
import { auditLimits } from './limits.ts';

const anything: EntryQuery = { type: null, actor: null, subjectId: null, since: null, until: null, words: null };
const hour = 3600 * 1000;

describeOnEachDatabase('searching the log', (database) => {
  const scene = useScene(database);
  let projectId: ProjectId;
  beforeEach(() => {
    projectId = newId<ProjectId>();
  });

  const write = (events: readonly Partial<NewEvent>[], of: ProjectId | null = projectId) =>
    scene.plane.store.commit({
      guard: { kind: 'none' },
      events: events.map((event) => anEvent({ projectId: of, ...event })),
    });
  const search = (query: Partial<EntryQuery> = {}, page: { before?: number | null; limit?: number } = {}) =>
    searchLog(scene.plane, { projectId }, { ...anything, ...query }, { before: null, limit: 50, ...page });
  const subjectsOf = (entries: readonly StoredEvent[]) => entries.map(({ subjectId }) => subjectId);

  it('goes from the newest entry to the oldest, page by page, and never leaves the project [A5]', async () => {
    await write(Array.from({ length: 7 }, (_, index) => ({ subjectId: `mine-${index}` })));
    await write([{ subjectId: 'foreign' }], newId<ProjectId>());
    await write([{ subjectId: 'of none' }], null);
    const pages: string[][] = [];
    for (let before: number | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
      const { entries, nextBefore } = await search({}, { before, limit: 3 });
      pages.push(subjectsOf(entries));
      before = nextBefore;
    }
    expect(pages.flat()).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `mine-${index}`));
    expect(pages[0]).toHaveLength(3);
  });

  it('of no project finds what belongs to none, and nothing else [A5]', async () => {
    const subjectId = newId();
    await write([{ subjectId }]);
    const part = { projectId: null };
    const query = { ...anything, subjectId };
    expect((await searchLog(scene.plane, part, query, { before: null, limit: 9 })).entries).toEqual([]);
    await write([{ subjectId }], null);
    const { entries } = await searchLog(scene.plane, part, query, { before: null, limit: 9 });
    expect(entries.map((entry) => entry.projectId)).toEqual([null]);
  });

  it('finds by type, actor, subject, time and words', async () => {
    const at = scene.clock.now();
    const ada = `user:${newId()}` as const;
    await write([
      { subjectId: 'a', type: 'approval.requested', at: at - 5 * hour },
      { subjectId: 'b', type: 'approval.decided', actor: ada, at, data: { feedback: 'Nicht "so", bitte: ÄNDERN' } },
      { subjectId: 'c', type: 'tool_call.approved', actor: `agent:${newId()}`, at, data: { list: [{ deep: 42 }] } },
    ]);
    const found = async (query: Partial<EntryQuery>) => subjectsOf((await search(query)).entries);
    expect(await found({ type: 'approval.' })).toEqual(['b', 'a']);
    expect(await found({ type: 'approval.decided' })).toEqual(['b']);
    expect(await found({ actor: 'user' })).toEqual(['b']);
    expect(await found({ actor: ada })).toEqual(['b']);
    expect(await found({ actor: 'system' })).toEqual(['a']);
    expect(await found({ subjectId: 'c' })).toEqual(['c']);
    expect(await found({ since: at })).toEqual(['c', 'b']);
    expect(await found({ until: at - 1 })).toEqual(['a']);
    expect(await found({ since: at - 6 * hour, until: at - hour })).toEqual(['a']);
    expect(await found({ words: '"so" ändern' })).toEqual(['b']);
    expect(await found({ words: 'DEEP 42' })).toEqual(['c']);
    expect(await found({ words: 'approval ändern' })).toEqual(['b']);
    expect(await found({ words: 'ändern 42' })).toEqual([]);
  });

  it('stops after so many entries, says where, and goes on from there', async () => {
    await write([{ subjectId: 'needle' }]);
    const straw = Array.from({ length: 1_000 }, () => ({ subjectId: 'straw' }));
    for (let written = 0; written < auditLimits.searchedEntriesMax; written += straw.length) await write(straw);
    const first = await search({ subjectId: 'needle' });
    expect(first).toMatchObject({ entries: [], lookedAt: auditLimits.searchedEntriesMax });
    const second = await search({ subjectId: 'needle' }, { before: first.nextBefore });
    expect(subjectsOf(second.entries)).toEqual(['needle']);
    expect(second.nextBefore).toBeNull();
    const since = await search({ subjectId: 'needle', since: scene.clock.now() + 24 * hour });
    expect(since).toEqual({ entries: [], nextBefore: null, lookedAt: 0 });
  });

  it('and reading all of it gives every entry once, in order, up to where the log ended at the start', async () => {
    const count = auditLimits.pageEntries * 2 + 1;
    await write(Array.from({ length: count }, (_, index) => ({ subjectId: `${index}` })));
    const read: StoredEvent[] = [];
    for await (const entries of readLog(scene.plane.store, { projectId })) {
      if (read.length === 0) await write([{ subjectId: 'late' }]);
      read.push(...entries);
    }
    expect(subjectsOf(read)).toEqual(Array.from({ length: count }, (_, index) => `${index}`));
  });
});
