import { CountersignError, limits, type ProjectId, type SessionId, type VerificationLine } from '@countersign/contract';
import {
  type EntryQuery,
  eventView,
  type LogPart,
  readLog,
  type Store,
  searchLog,
  type User,
  type VerificationStep,
  verifyInSteps,
} from '@countersign/control-plane';
import { type Answer, ok, route } from '../http/route.ts';
import type { ServerContext } from '../server-context.ts';

export const logRoutes = [
  route('searchLog', async ({ plane }, { params, query }) =>
    ok(await found(plane, partOf(params.project_id, query.session_id), query)),
  ),

  route('searchServerLog', async ({ plane }, { query }) => ok(await found(plane, ofNoProject, query))),

  route('exportLog', async (context, { params, query, principal }) => {
    const projectId = params.project_id as ProjectId;
    const { store } = context.plane;
    if (query.session_id !== undefined && !(await store.findSession(projectId, query.session_id as SessionId)))
      throw new CountersignError('not_found', 'There is no such session here.');
    const project = await store.findProject(projectId);
    const of = query.session_id === undefined ? plainName(project?.name ?? '') : `session-${query.session_id}`;
    return file(context, principal, partOf(projectId, query.session_id), of);
  }),

  route('exportServerLog', async (context, { principal }) => file(context, principal, ofNoProject, 'server')),

  route('verifyLog', async ({ plane, downloads }, { principal }) => ({
    status: 200,
    body: downloads.start(whileAllowed(plane.store, principal, null, verificationLines(verifyInSteps(plane.store)))),
    headers: { 'content-type': lines },
  })),
];

const lines = 'application/x-ndjson';

/** A5: what belongs to a project is for its members, whoever administers the server. */
const ofNoProject: LogPart = { projectId: null };

function partOf(projectId: string, sessionId: string | undefined): LogPart {
  return { projectId: projectId as ProjectId, ...(sessionId === undefined ? {} : { chainId: sessionId }) };
}

type LogQuery = {
  readonly before?: number;
  readonly limit?: number;
  readonly type?: string;
  readonly actor?: string;
  readonly subject_id?: string;
  readonly since?: string;
  readonly until?: string;
  readonly q?: string;
};

async function found(plane: ServerContext['plane'], part: LogPart, query: LogQuery) {
  const wanted: EntryQuery = {
    type: query.type ?? null,
    actor: query.actor ?? null,
    subjectId: query.subject_id ?? null,
    since: query.since === undefined ? null : Date.parse(query.since),
    until: query.until === undefined ? null : Date.parse(query.until),
    words: query.q ?? null,
  };
  const page = { before: query.before ?? null, limit: query.limit ?? limits.pageSizeDefault };
  const { entries, nextBefore, lookedAt } = await searchLog(plane, part, wanted, page);
  return { events: entries.map(eventView), next_before: nextBefore, looked_at: lookedAt };
}

/** All of a part of the log, for whoever keeps or examines it elsewhere. */
function file({ plane, downloads }: ServerContext, reader: User, part: LogPart, of: string): Answer {
  const day = new Date(plane.clock.now()).toISOString().slice(0, 10);
  return {
    status: 200,
    body: downloads.start(whileAllowed(plane.store, reader, part.projectId ?? null, entryLines(plane.store, part))),
    headers: {
      'content-type': lines,
      'content-disposition': `attachment; filename="countersign-log-${of}-${day}.ndjson"`,
      // Should a browser show it all the same, nothing in it runs.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

/**
 * A5: reading can take long. Whoever may no longer read, since the credential was revoked or the person is no longer in
 * the project, gets no further part of it.
 */
async function* whileAllowed(
  store: Store,
  { id, tokenId }: User,
  projectId: ProjectId | null,
  texts: AsyncIterable<string>,
): AsyncGenerator<string> {
  for await (const text of texts) {
    const token = await store.findToken(tokenId);
    if (token?.revokedAt !== null || (projectId !== null && !(await store.findMember(projectId, id))))
      throw new CountersignError('forbidden', 'Whoever reads this may not read it any more.');
    yield text;
  }
}

async function* entryLines(store: Store, part: LogPart): AsyncGenerator<string> {
  for await (const entries of readLog(store, part)) {
    yield entries.map((entry) => `${JSON.stringify(eventView(entry))}\n`).join('');
  }
}

async function* verificationLines(steps: AsyncIterable<VerificationStep>): AsyncGenerator<string> {
  for await (const step of steps) yield `${JSON.stringify(verificationLine(step))}\n`;
}

function verificationLine(step: VerificationStep): VerificationLine {
  if (step.kind === 'progress') return { verified: step.verified, of: step.of };
  const { entries, chains, broken } = step.verdict;
  return {
    ok: broken === null,
    entries,
    chains,
    broken: broken && { chain_id: broken.chainId, seq: broken.seq, problem: broken.problem },
  };
}

/** A name that every system takes for a file. */
function plainName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'project'
  );
}
