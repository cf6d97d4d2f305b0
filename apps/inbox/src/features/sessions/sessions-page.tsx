import type { RunView, SessionView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMemo } from 'react';
import { useLiveMessages } from '../../app/live.tsx';
import { Link, navigate, useLocation, withSearch } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading, Page, Panel, Tag } from '../../design/page.tsx';
import { Ago } from '../../design/time-left.tsx';
import { useApprovals } from '../approvals/approvals-provider.tsx';
import { MessageBox } from './message-box.tsx';
import { RunTag } from './run-tag.tsx';
import { runsKey, sessionsKey, useRuns, useSessionList } from './session-queries.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';
import { useSteadyRefresh } from './use-steady-refresh.ts';

/** Every session of the project, newest first, and a place to begin one. */
export function SessionsPage() {
  const texts = useSessionsTexts();
  const { projectId } = useSession();
  const { search } = useLocation();
  const list = useSessionList();
  const runs = useRuns(null);
  const { pending } = useApprovals();
  const refreshSessions = useSteadyRefresh(sessionsKey(projectId));
  const refreshRuns = useSteadyRefresh(runsKey(projectId, null));
  useLiveMessages(({ event }) => {
    if (event === 'session.created' || event === 'grant.created' || event === 'grant.revoked') refreshSessions();
    if (event === 'run.status') refreshRuns();
  });

  const text = search.get('q') ?? '';
  const sessions = useMemo(() => list.data?.pages.flatMap((page) => page.sessions) ?? [], [list.data]);
  const shown = useMemo(() => sessions.filter((session) => isMatch(session, text)), [sessions, text]);
  // The first of a session in a list that begins with the newest.
  const newestRuns = useMemo(
    () => new Map(runs.data?.toReversed().map((run) => [run.session_id, run] as const)),
    [runs.data],
  );
  const waiting = useMemo(() => Map.groupBy(pending ?? [], ({ session_id }) => session_id), [pending]);
  const searchFor = (next: string): void => {
    const changed = new URLSearchParams(search);
    if (next === '') changed.delete('q');
    else changed.set('q', next);
    navigate(withSearch('/sessions', changed), { replace: true });
  };

  return (
    <Page title={texts.title} text={texts.intro}>
      <Panel title={texts.newTask} text={texts.newTaskText}>
        <MessageBox
          label={texts.task}
          placeholder={texts.taskPlaceholder}
          send={texts.start}
          to={{}}
          rows={3}
          hasModel
          hasMachine
          onSent={({ run }) => navigate(`/sessions/${run.session_id}`)}
        />
      </Panel>
      <div className="relative">
        <Icon name="search" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft" />
        <Input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={text}
          onChange={({ target }) => searchFor(target.value)}
          className="pl-8"
        />
      </div>
      <section aria-label={texts.list} className="overflow-hidden rounded-lg border border-line bg-sheet">
        {list.error ? (
          <EmptyState level={2} icon="warning" title={texts.notLoaded} text={list.error.message} />
        ) : list.isPending ? (
          <Loading text={texts.loading} />
        ) : sessions.length === 0 ? (
          <EmptyState level={2} icon="sessions" title={texts.none} text={texts.noneText} />
        ) : shown.length === 0 ? (
          <EmptyState level={2} icon="search" title={texts.nothingMatches} text={texts.nothingMatchesText} />
        ) : (
          <ul>
            {shown.map((session) => (
              <SessionRow
                key={session.session_id}
                session={session}
                run={newestRuns.get(session.session_id)}
                waiting={waiting.get(session.session_id)?.length ?? 0}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage ? (
          <div className="flex justify-center border-t border-line p-3">
            <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {texts.showMore}
            </Button>
          </div>
        ) : null}
      </section>
    </Page>
  );
}

function isMatch({ title, agent_name: agent, machine }: SessionView, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return wanted === '' || [title, agent, machine ?? ''].some((each) => each.toLowerCase().includes(wanted));
}

function SessionRow({
  session,
  run,
  waiting,
}: {
  readonly session: SessionView;
  readonly run: RunView | undefined;
  readonly waiting: number;
}) {
  const texts = useSessionsTexts();
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={`/sessions/${session.session_id}`}
        className="grid gap-x-4 gap-y-1 px-4 py-3 -outline-offset-2 hover:bg-wash md:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{makeVisible(session.title) || texts.untitled}</span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-soft">
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Icon name="agent" />
              <span className="truncate">{makeVisible(session.agent_name)}</span>
            </span>
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Icon name="machine" />
              <span className="truncate">
                {session.machine === null ? texts.anyMachine : makeVisible(session.machine)}
              </span>
            </span>
            <Ago since={run?.created_at ?? session.created_at} />
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2 md:justify-end">
          {session.banner ? <Tag tone="bad">{texts.everythingApproved}</Tag> : null}
          {waiting > 0 ? <Tag tone="accent">{texts.waiting(waiting)}</Tag> : null}
          {run ? <RunTag status={run.status} /> : null}
        </span>
      </Link>
    </li>
  );
}
