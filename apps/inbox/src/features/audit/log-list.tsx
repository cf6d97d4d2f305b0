import type { EventView } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLiveMessages } from '../../app/live.tsx';
import { usePreferences } from '../../app/preferences.ts';
import { useSession } from '../../app/session.tsx';
import { Refusal } from '../../design/answer.tsx';
import { Button } from '../../design/button.tsx';
import { dayText } from '../../design/date-text.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { toolNamesOf } from './entry-words.ts';
import { LogEntry } from './log-entry.tsx';
import type { LogFilter } from './log-filter.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { logKey, useLog } from './use-log.ts';
import { useCallDescriptions } from './use-names.ts';

/** Entries by day, newest first, and how far back was looked. */
export function LogList({ filter }: { readonly filter: LogFilter }) {
  const log = useLog(filter);
  const { language } = usePreferences();
  const pages = log.data?.pages;
  const events = useMemo(() => pages?.flatMap((page) => page.events) ?? [], [pages]);
  const descriptions = useCallDescriptions();
  const toolNames = useMemo(() => toolNamesOf(events), [events]);
  const days = useMemo(() => [...Map.groupBy(events, ({ at }) => dayText(at, language))], [events, language]);
  if (!pages) return <NotReady query={log} />;
  return (
    <>
      <NewerEntries newest={events[0]} />
      {days.map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="caption border-b border-line bg-wash px-4 py-1.5">{day}</h2>
          <ol>
            {ofDay.map((event) => (
              <LogEntry
                key={event.seq}
                event={event}
                filter={filter}
                about={descriptions.get(event.subject_id) ?? toolNames.get(event.subject_id)}
              />
            ))}
          </ol>
        </section>
      ))}
      <End log={log} count={events.length} lookedAt={pages.reduce((sum, page) => sum + page.looked_at, 0)} />
    </>
  );
}

/** Somebody may be reading: what has come is offered, and pushes nothing away. */
function NewerEntries({ newest }: { readonly newest: EventView | undefined }) {
  const texts = useAuditTexts();
  const queryClient = useQueryClient();
  const { projectId } = useSession();
  const [isBehind, setIsBehind] = useState(false);
  useLiveMessages(({ id }) => {
    if (id > (newest?.seq ?? 0)) setIsBehind(true);
  });
  const show = (): void => {
    setIsBehind(false);
    void queryClient.resetQueries({ queryKey: logKey(projectId) });
  };
  return (
    <div role="status">
      {isBehind ? (
        <button
          type="button"
          onClick={show}
          className="w-full border-b border-line bg-accent-wash px-4 py-2 text-left font-medium text-accent hover:underline"
        >
          {texts.newer}
        </button>
      ) : null}
    </div>
  );
}

function End({
  log,
  count,
  lookedAt,
}: {
  readonly log: ReturnType<typeof useLog>;
  readonly count: number;
  readonly lookedAt: number;
}) {
  const texts = useAuditTexts();
  const { language } = usePreferences();
  const looked = lookedAt.toLocaleString(language);
  const older = log.hasNextPage ? (
    <Button disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
      {log.isFetchingNextPage ? texts.looking : texts.older}
    </Button>
  ) : null;
  if (count === 0)
    return (
      <EmptyState
        icon="audit"
        level={2}
        title={log.hasNextPage ? texts.noneYet(looked) : texts.none}
        text={log.hasNextPage ? texts.noneYetText : texts.noneText}
      >
        {older}
      </EmptyState>
    );
  return (
    <div className="grid gap-3 px-4 py-3">
      {log.error ? <Refusal error={log.error} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {older}
        <p role="status" className="text-small text-soft">
          {texts.lookedAt(looked)}
          {log.hasNextPage ? null : `, ${texts.toTheBeginning}`}
        </p>
      </div>
    </div>
  );
}
