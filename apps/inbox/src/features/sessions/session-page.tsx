import { useMemo } from 'react';
import { ApiError } from '../../app/api.ts';
import { useLocation, withSearch } from '../../app/router.tsx';
import { useMediaQuery } from '../../app/use-media-query.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { Loading, TabLinks } from '../../design/page.tsx';
import { ChatColumn } from './chat-column.tsx';
import { GrantsView } from './grants-view.tsx';
import { runAtWork } from './run-at-work.ts';
import { RunStrip } from './run-strip.tsx';
import { SessionBanner } from './session-banner.tsx';
import { SessionHeader } from './session-header.tsx';
import { useEventTree, useGrants, useRuns, useSessionView } from './session-queries.ts';
import { TimelineView } from './timeline-view.tsx';
import { useSessionLive } from './use-session-live.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

const views = ['chat', 'timeline', 'grants'] as const;
type View = (typeof views)[number];

/** One session: the conversation and what came of it side by side, or one after the other on a phone. */
export function SessionPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const sessionId = params.session_id ?? '';
  return <OpenSession key={sessionId} sessionId={sessionId} />;
}

function OpenSession({ sessionId }: { readonly sessionId: string }) {
  const texts = useSessionsTexts();
  const { path, search } = useLocation();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const session = useSessionView(sessionId);
  const tree = useEventTree(sessionId);
  const runs = useRuns(sessionId);
  const anyRuns = useRuns(null);
  const grants = useGrants(sessionId);
  const heard = useSessionLive(sessionId);
  const inForce = useMemo(() => grants.data?.filter(({ revoked_at }) => revoked_at === null), [grants.data]);

  if (!session.data) {
    if (!session.error) return <Loading text={texts.loading} />;
    const isGone = session.error instanceof ApiError && session.error.status === 404;
    return <EmptyState icon="search" title={isGone ? texts.notHere : texts.notLoaded} text={session.error.message} />;
  }

  // All runs are of the agent of chat: whoever has another one is connected from elsewhere.
  const isRunHere = runs.data?.length !== 0 || anyRuns.data?.[0]?.agent_id === session.data.agent_id;
  const hasChat = isRunHere && !isWide;
  const wanted = views.find((view) => view === search.get('view')) ?? (hasChat ? 'chat' : 'timeline');
  const view: View = wanted === 'chat' && !hasChat ? 'timeline' : wanted;
  const addressOf = (next: View): string => {
    const changed = new URLSearchParams(search);
    changed.set('view', next);
    return withSearch(path, changed);
  };
  const counts = { chat: undefined, timeline: undefined, grants: inForce?.length };
  const current = runAtWork(runs.data ?? []) ?? runs.data?.[0];
  const chat = <ChatColumn sessionId={sessionId} tree={tree.data} heard={heard} runs={runs.data ?? []} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SessionHeader session={session.data} />
      {session.data.banner ? <SessionBanner sessionId={sessionId} banner={session.data.banner} /> : null}
      {current ? <RunStrip run={current} runs={runs.data ?? []} /> : null}
      <div className="flex min-h-0 flex-1">
        {isRunHere && isWide ? (
          <div className="flex min-h-0 w-[44%] max-w-3xl shrink-0 flex-col border-r border-line">{chat}</div>
        ) : null}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-paper">
          <div className="bg-sheet px-3 pt-1">
            <TabLinks
              label={texts.views}
              current={addressOf(view)}
              tabs={views
                .filter((each) => each !== 'chat' || hasChat)
                .map((each) => ({
                  href: addressOf(each),
                  text: texts[each],
                  ...(counts[each] ? { count: counts[each] } : {}),
                }))}
            />
          </div>
          {view === 'chat' ? chat : null}
          {view === 'timeline' ? <TimelineView tree={tree} grants={grants.data ?? []} isRunHere={isRunHere} /> : null}
          {view === 'grants' ? <GrantsView grants={grants} /> : null}
        </div>
      </div>
    </div>
  );
}
