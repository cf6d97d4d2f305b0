import { type EventView, newId, type ProjectId, type VerificationLine } from '@countersign/contract';
import { anEvent, describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { approvedCall, askFor, newSession } from './harness/calls.ts';
import { changeLog } from './harness/change-log.ts';
import { rawRequest } from './harness/raw-request.ts';
import { openRawStream } from './harness/raw-stream.ts';
import { refused } from './harness/refused.ts';
import { ownStage, type Stage, useStage } from './harness/stage.ts';

/** More than fits between a server and a reader who does not read. */
const filledEntries = 10_000;

describeOnEachDatabase('the log', (database) => {
  const stage = useStage(database, { config: { role: 'server' } });

  it('is searched by members, page by page to its beginning, and tells nothing of another project [A5]', async () => {
    await approvedCall(stage);
    await stage.foreignAgent.sessions.create(stage.otherProjectId, { title: 'hidden elsewhere' });
    const all: EventView[] = [];
    for (let before: number | undefined; ; ) {
      const page = await stage.member.log.search(stage.projectId, { limit: 4, ...(before ? { before } : {}) });
      all.push(...page.events);
      if (page.next_before === null) break;
      before = page.next_before;
    }
    const exported = await allOf(stage.member.log.export(stage.projectId));
    expect(all.toReversed()).toEqual(exported);
    expect(new Set(all.map(({ project_id }) => project_id))).toEqual(new Set([stage.projectId]));
    expect(JSON.stringify(all)).not.toContain('hidden elsewhere');
    const decided = await stage.member.log.search(stage.projectId, { type: 'approval.decided', actor: 'user' });
    expect(decided.events.map(({ actor }) => actor)).toContain(`user:${stage.ids.owner}`);
  });

  it('of the server is for administrators, and has nothing in it that belongs to a project [A5]', async () => {
    const { events } = await stage.stranger.log.searchServer({ limit: 200 });
    expect(events.map(({ type }) => type)).toContain('user.created');
    expect(new Set(events.map(({ project_id }) => project_id))).toEqual(new Set([null]));
    expect(await refused(stage.member.log.searchServer())).toMatchObject({ status: 403 });
    const exported = await allOf(stage.stranger.log.exportServer());
    expect(exported.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toReversed());
  });

  it('of a session is a file with a name that says what it is, and is nothing to another project [A5]', async () => {
    const session = await newSession(stage);
    await askFor(stage, { session_id: session });
    const path = `/my/projects/${stage.projectId}/log/export?session_id=${session}`;
    const { headers, text } = await rawRequest(stage.url, path, { token: stage.cast.member });
    const day = new Date(stage.clock.now()).toISOString().slice(0, 10);
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="countersign-log-session-${session}-${day}.ndjson"`,
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as EventView);
    expect(new Set(entries.map(({ chain_id }) => chain_id))).toEqual(new Set([session]));
    expect(entries.map(({ type }) => type)).toContain('approval.requested');
    const { events } = await stage.outsider.log.search(stage.otherProjectId, { session_id: session });
    expect(events).toEqual([]);
    const foreign = stage.outsider.log.export(stage.otherProjectId, { session_id: session });
    expect(await refused(foreign.next())).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is verified for administrators, while others are served [S3]', async () => {
    await fill(stage, 3_000);
    const lines = stage.stranger.log.verify();
    const [told, me] = await Promise.all([allOf(lines), stage.member.whoAmI()]);
    expect(me).toMatchObject({ kind: 'user' });
    expect(told.at(-1)).toMatchObject({ ok: true, broken: null });
    expect(verdictOf(told).entries).toBeGreaterThan(3_000);
    for (const line of told.slice(0, -1)) expect(line).toHaveProperty('verified');
  });
});

describeOnEachDatabase('a log that somebody changed', (database) => {
  it('is told of, with the entry and what is wrong with it [S3]', async () => {
    const stage = await ownStage(database, { config: { role: 'server' } });
    const { call } = await askFor(stage);
    const { events } = await stage.owner.log.search(stage.projectId, { subject_id: call.tool_id });
    const { seq, chain_id } = events.at(-1)!;
    await changeLog(stage.databaseUrl, `update event_rows set at = at + 1 where seq = ${seq}`);
    const told = await allOf(stage.owner.log.verify());
    expect(verdictOf(told)).toMatchObject({
      ok: false,
      broken: { seq, chain_id, problem: expect.stringContaining('was changed') },
    });
  });
});

describeOnEachDatabase('a reader of the log', (database) => {
  it('that goes away, or reads no further, holds nothing up: not others, and not a server that closes', async () => {
    const stage = await ownStage(database, { config: { role: 'server' } });
    await fill(stage, filledEntries);
    const path = `/my/projects/${stage.projectId}/log/export`;
    await openRawStream(stage.url, path, { token: stage.cast.owner });
    const leaving = stage.owner.log.export(stage.projectId);
    expect((await leaving.next()).value).toMatchObject({ seq: expect.any(Number) });
    await leaving.return(undefined);
    const verifying = stage.owner.log.verify();
    await verifying.next();
    await verifying.return(undefined);
    const { events } = await stage.member.log.search(stage.projectId, { limit: 1 });
    expect(events).toMatchObject([{ data: { text: 'entry' } }]);
    await stage.server.close();
  });

  it('who is taken out of the project meanwhile gets no more of it [A5]', async () => {
    const stage = await ownStage(database, { config: { role: 'server' } });
    await fill(stage, filledEntries);
    const reading = stage.member.log.export(stage.projectId);
    await reading.next();
    await stage.owner.admin.removeMember(stage.projectId, stage.ids.member);
    await expect(allOf(reading)).rejects.toThrow();
    expect((await allOf(stage.owner.log.export(stage.projectId))).length).toBeGreaterThan(filledEntries);
  });
});

/** Entries of a session, of the size that entries have. */
async function fill({ server, projectId }: Stage, count: number): Promise<void> {
  const chainId = newId();
  const event = anEvent({ chainId, projectId: projectId as ProjectId, data: { text: 'entry', of: 'x'.repeat(200) } });
  for (let written = 0; written < count; written += 1_000) {
    await server.plane.store.commit({ guard: { kind: 'none' }, events: Array(1_000).fill(event) });
  }
}

async function allOf<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

function verdictOf(lines: readonly VerificationLine[]) {
  const last = lines.at(-1);
  if (!last || !('ok' in last)) throw new Error(`there is no verdict: ${JSON.stringify(last)}`);
  return last;
}
