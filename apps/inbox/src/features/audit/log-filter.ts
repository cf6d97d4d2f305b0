/** What is looked for in the log. It lives in the address, so that a finding can be shared and come back to. */
export type LogFilter = {
  readonly scope: 'project' | 'server';
  readonly text: string;
  /** A type of event, or how it begins: `approval.` */
  readonly type: string | null;
  readonly actor: string | null;
  readonly session: string | null;
  readonly subject: string | null;
  /** ISO times. */
  readonly since: string | null;
  readonly until: string | null;
};

const names = { type: 'type', actor: 'actor', session: 'session', subject: 'subject' } as const;
const times = ['since', 'until'] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function parseLogFilter(search: URLSearchParams, isAdmin: boolean): LogFilter {
  const scope = isAdmin && search.get('log') === 'server' ? 'server' : 'project';
  const session = search.get('session');
  return {
    scope,
    text: search.get('q') ?? '',
    type: search.get('type') || null,
    actor: search.get('actor') || null,
    session: scope === 'project' && session !== null && uuid.test(session) ? session : null,
    subject: search.get('subject') || null,
    since: timeOf(search.get('since')),
    until: timeOf(search.get('until')),
  };
}

export function searchOfLog(filter: LogFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (filter.scope === 'server') search.set('log', 'server');
  for (const name of [...Object.values(names), ...times]) if (filter[name] !== null) search.set(name, filter[name]);
  if (filter.text !== '') search.set('q', filter.text);
  return search;
}

export function isLogFiltered(filter: LogFilter): boolean {
  return filter.text !== '' || [...Object.values(names), ...times].some((name) => filter[name] !== null);
}

/** As the endpoint takes it; the session is for logs of projects only. */
export function logQueryOf({ text, type, actor, subject, since, until }: LogFilter) {
  return {
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(type === null ? {} : { type }),
    ...(actor === null ? {} : { actor }),
    ...(subject === null ? {} : { subject_id: subject }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  };
}

/** For a field of the browser, which knows local times without a zone. */
export function localTimeOf(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function timeOf(text: string | null): string | null {
  if (text === null || text === '' || Number.isNaN(Date.parse(text))) return null;
  return new Date(text).toISOString();
}
