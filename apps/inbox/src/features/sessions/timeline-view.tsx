import type { EventTree, GrantView } from '@countersign/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from '../../app/router.tsx';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { TimeBarKey } from './time-bar.tsx';
import { axisOf, type Branch, growTree, idsAbove, withoutSession } from './timeline-model.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** Calls at the top that are made at once, where a session has no runs. */
const topRowsShown = 200;

/** W5: the log of a session as a tree. Bars of one run share one axis of time, so that they can be compared. */
export function TimelineView({
  tree,
  grants,
  isRunHere,
}: {
  readonly tree: UseQueryResult<EventTree>;
  readonly grants: readonly GrantView[];
  readonly isRunHere: boolean;
}) {
  const texts = useSessionsTexts();
  const now = useNow();
  const wanted = useLocation().search.get('node');
  const [extra, setExtra] = useState(0);
  const top = useMemo(() => withoutSession(growTree(tree.data?.nodes ?? [])), [tree.data]);
  const above = useMemo(
    () => new Set(wanted === null ? [] : idsAbove(tree.data?.nodes ?? [], wanted)),
    [tree.data, wanted],
  );
  const grantTexts = useMemo(() => new Map(grants.map(({ grant_id: id, text }) => [id, text])), [grants]);
  if (!tree.data) return <NotReady query={tree} />;
  const early = Math.max(0, top.length - topRowsShown - extra);
  const shown = top.slice(early);
  const shared = axisOf(shown, now);
  const axisFor = (branch: Branch) => (branch.node.kind === 'agent' ? axisOf([branch], now) : shared);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 py-3 md:px-3">
      {isRunHere ? null : (
        <div className="mx-1 mb-3 flex gap-2.5 rounded-lg border border-line bg-sheet px-4 py-3">
          <Icon name="link" className="mt-1 size-4 text-soft" />
          <div>
            <h2 className="font-medium">{texts.notRunHere}</h2>
            <p className="text-small text-soft">{texts.notRunHereText}</p>
          </div>
        </div>
      )}
      {top.length === 0 ? (
        <EmptyState level={2} icon="clock" title={texts.noEvents} text={texts.noEventsText} />
      ) : (
        <>
          <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 px-2">
            <h2 className="sr-only">{texts.timeline}</h2>
            <TimeBarKey />
            {tree.data.is_cut ? <p className="text-small text-soft">{texts.treeCut}</p> : null}
          </div>
          {early > 0 ? (
            <Button size="small" look="quiet" onClick={() => setExtra(extra + topRowsShown)}>
              {texts.olderCalls(early)}
            </Button>
          ) : null}
          <ul className="grid gap-2">
            {shown.map((branch) => (
              <TimelineRow
                key={branch.node.id}
                isTop
                branch={branch}
                axis={axisFor(branch)}
                now={now}
                // What is over and done is folded, but for the newest.
                isOpenAtFirst={branch === shown.at(-1) || branch.node.ended_at === null}
                wanted={wanted}
                above={above}
                grantTexts={grantTexts}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
