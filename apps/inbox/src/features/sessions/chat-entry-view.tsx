import type { ApprovalView, EventNode } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { memo } from 'react';
import { currentLocation, Link, useLocation, withSearch } from '../../app/router.tsx';
import { buttonClass } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { CopyButton } from '../../design/copy-button.tsx';
import { Icon } from '../../design/icon.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { Ago, TimeLeft } from '../../design/time-left.tsx';
import type { ChatEntry } from './chat-entries.ts';
import { NodeStatus } from './node-status.tsx';
import { splitFences } from './split-fences.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

export const ChatEntryView = memo(function ChatEntryView({
  entry,
  approval,
}: {
  readonly entry: ChatEntry;
  /** Of a call that waits for a decision. */
  readonly approval: ApprovalView | undefined;
}) {
  switch (entry.kind) {
    case 'message':
      return <Message entry={entry} />;
    case 'said':
      return <Said entry={entry} />;
    case 'call':
      return approval ? <ApprovalNote approval={approval} /> : <CallLine node={entry.node} />;
    case 'note':
      return (
        <p className="mx-auto max-w-lg text-center text-small text-soft [overflow-wrap:anywhere]">
          {makeVisible(entry.text)}
        </p>
      );
  }
});

function Message({ entry }: { readonly entry: Extract<ChatEntry, { kind: 'message' }> }) {
  const isUser = entry.role === 'user';
  return (
    <article className={classNames('grid gap-1', isUser ? 'justify-items-end pl-8' : 'pr-8')}>
      <p className="flex items-center gap-1.5 text-small text-soft">
        <Icon name={isUser ? 'people' : 'agent'} className="size-3.5" />
        <span className="font-medium text-ink">{makeVisible(entry.author)}</span>
        <Ago since={entry.at} />
      </p>
      <div
        className={classNames(
          'max-w-full min-w-0 rounded-lg border px-3.5 py-2.5',
          isUser ? 'border-transparent bg-accent-wash' : 'border-line bg-sheet',
        )}
      >
        <Words text={entry.text} />
      </div>
    </article>
  );
}

/** Words of the agent between its calls: less than an answer, so they look like less. */
function Said({ entry }: { readonly entry: Extract<ChatEntry, { kind: 'said' }> }) {
  const texts = useSessionsTexts();
  return (
    <div className="border-l-2 border-line pr-8 pl-3" aria-live={entry.isSpeaking ? 'off' : undefined}>
      {entry.isCut ? <p className="text-small text-soft">… {texts.cutBeginning}</p> : null}
      <Words text={entry.text} />
      {entry.isSpeaking ? (
        <span aria-hidden="true" className="ml-0.5 animate-pulse text-accent">
          ▍
        </span>
      ) : null}
    </div>
  );
}

/** What people and agents wrote: prose as it flows, code as it is. */
function Words({ text }: { readonly text: string }) {
  return (
    <div className="grid min-w-0 gap-2">
      {splitFences(text).map((part, index) =>
        part.kind === 'code' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places.
          <Code key={index} text={part.text} />
        ) : (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places.
            key={index}
            dir="auto"
            className="whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {makeVisible(part.text)}
          </p>
        ),
      )}
    </div>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-md border border-line bg-wash py-1.5 pr-1.5 pl-3">
      <code className="exact min-w-0 flex-1 py-1 text-small">{makeVisible(text)}</code>
      <CopyButton text={text} />
    </div>
  );
}

/** A call in one line; all there is about it is in the timeline. */
function CallLine({ node }: { readonly node: EventNode }) {
  const texts = useSessionsTexts();
  useLocation();
  const { path, search } = currentLocation();
  const to = new URLSearchParams(search);
  to.set('view', 'timeline');
  to.set('node', node.id);
  const label = makeVisible(node.label);
  return (
    <Link
      href={withSearch(path, to)}
      title={texts.openCall(label)}
      className="-my-1 flex min-h-7 min-w-0 items-center gap-2 rounded-md px-2 text-small text-soft hover:bg-wash hover:text-ink"
    >
      <Icon name="executes" className="size-3.5" />
      <span className="exact-line min-w-0 flex-1">{label}</span>
      <NodeStatus status={node.status} />
    </Link>
  );
}

/** A call that waits: what it is and how grave, and the way to where it is decided. */
export function ApprovalNote({ approval }: { readonly approval: ApprovalView }) {
  const texts = useSessionsTexts();
  return (
    <section
      aria-label={texts.asks}
      className="arriving grid gap-2 rounded-lg border border-accent bg-sheet px-3.5 py-3"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <RiskBadge level={approval.risk_level} isSmall />
        <span className="font-medium">{texts.asks}</span>
        <span className="flex-1" />
        <TimeLeft deadline={approval.deadline_at} />
      </p>
      <p className="exact line-clamp-3 font-medium">{approval.display.title}</p>
      <p>
        <Link href={`/a/${approval.approval_id}`} className={buttonClass('primary')}>
          {texts.decide}
        </Link>
      </p>
    </section>
  );
}
