import type { EventView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { projectKey } from '../../app/query-client.ts';
import { Link } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import { timeOfDayText } from '../../design/date-text.ts';
import { Icon } from '../../design/icon.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { factsOf, isAboutCall, shortId, whatHappened } from './entry-words.ts';
import type { LogFilter } from './log-filter.ts';
import { addressOfLog } from './log-filter-bar.tsx';
import { useAuditTexts } from './use-audit-texts.ts';
import { useActorName } from './use-names.ts';

type Props = { readonly event: EventView; readonly filter: LogFilter; readonly about: string | undefined };

/** One entry in words; it opens to what was written. */
export function LogEntry({ event, filter, about }: Props) {
  const texts = useAuditTexts();
  const { language } = usePreferences();
  const nameOf = useActorName();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="border-b border-line last:border-0">
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="group">
        <summary className="grid cursor-pointer list-none grid-cols-[5.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2 hover:bg-wash md:grid-cols-[5.5rem_10rem_minmax(0,1fr)_auto]">
          <time dateTime={event.at} className="text-small text-soft tabular-nums">
            {timeOfDayText(event.at, language)}
          </time>
          <span className="min-w-0 truncate text-soft max-md:col-start-2 max-md:row-start-2">
            {nameOf(event.actor, event.data.by)}
          </span>
          <span className="min-w-0 max-md:col-start-2 max-md:row-start-1">
            <span className="font-medium">{whatHappened(event, texts)}</span>{' '}
            <span className="exact line-clamp-2 text-small text-soft md:inline">{factsOf(event, about)}</span>
          </span>
          <span className="flex items-center gap-1 self-center text-tiny text-soft tabular-nums max-md:col-start-3 max-md:row-start-1">
            <span className="max-md:sr-only">{event.seq}</span>
            <Icon name="chevron" className="size-4 transition-transform group-open:rotate-180" />
          </span>
        </summary>
        {isOpen ? <Opened event={event} filter={filter} /> : null}
      </details>
    </li>
  );
}

function Opened({ event, filter }: Omit<Props, 'about'>) {
  const texts = useAuditTexts();
  const raw = JSON.stringify(event, null, 2);
  return (
    <div className="grid gap-3 border-t border-line bg-wash px-4 py-3">
      <Related event={event} filter={filter} />
      <div className="overflow-hidden rounded-md border border-line bg-sheet">
        <div className="flex items-center gap-2 border-b border-line px-3 py-0.5">
          <h3 className="flex-1 text-small text-soft">{texts.raw}</h3>
          <CopyButton text={raw} />
        </div>
        <ScrollBox label={texts.entry(event.seq)} className="max-h-80 p-3">
          <pre className="exact text-small">{makeVisible(raw)}</pre>
        </ScrollBox>
      </div>
    </div>
  );
}

/** Where entries about such things lead to. */
const pages: Readonly<Record<string, readonly [href: string, name: 'policy' | 'source' | 'runner' | 'people']>> = {
  policy: ['/rules', 'policy'],
  source: ['/tools', 'source'],
  secret: ['/tools', 'source'],
  circuit: ['/tools', 'source'],
  tool: ['/tools', 'source'],
  runner: ['/runners', 'runner'],
  pairing_code: ['/runners', 'runner'],
  user: ['/people', 'people'],
  project: ['/people/projects', 'people'],
  member: ['/people/projects', 'people'],
  token: ['/people/tokens', 'people'],
};

function Related({ event, filter }: Omit<Props, 'about'>) {
  const texts = useAuditTexts();
  const nameOf = useActorName();
  const page = pages[event.type.split('.')[0]!];
  const hasSession = event.project_id !== null && event.chain_id !== 'system';
  const narrowed = (part: Partial<LogFilter>): string => addressOfLog({ ...filter, ...part });
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      {isAboutCall(event) ? <CallLink toolId={event.subject_id} /> : null}
      {hasSession ? <To href={`/sessions/${event.chain_id}`}>{texts.toSession}</To> : null}
      {page ? <To href={page[0]}>{texts.toPage[page[1]]}</To> : null}
      <To href={narrowed({ subject: event.subject_id })} title={event.subject_id}>
        {texts.sameSubject} ({shortId(event.subject_id)})
      </To>
      {hasSession ? <To href={narrowed({ session: event.chain_id })}>{texts.sameSession}</To> : null}
      <To href={narrowed({ actor: event.actor })}>
        {texts.sameActor} ({nameOf(event.actor, event.data.by)})
      </To>
    </p>
  );
}

function To({
  href,
  title,
  children,
}: {
  readonly href: string;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <Link
      href={href}
      title={title}
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
    >
      {children}
    </Link>
  );
}

/** The log names the call; the approval that people saw hangs on it. */
function CallLink({ toolId }: { readonly toolId: string }) {
  const texts = useAuditTexts();
  const { api, projectId } = useSession();
  const { data: call } = useQuery({
    queryKey: [...projectKey(projectId), 'log-call', toolId],
    queryFn: ({ signal }) =>
      api.call('getToolCall', { params: { project_id: projectId, tool_id: toolId } }, { signal }),
  });
  if (!call) return null;
  return (
    <>
      <code className="exact basis-full">{call.description}</code>
      {call.approval_id === null ? null : <To href={`/a/${call.approval_id}`}>{texts.toApproval}</To>}
    </>
  );
}
