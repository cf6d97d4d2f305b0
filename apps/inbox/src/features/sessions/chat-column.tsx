import type { ApprovalView, EventTree, RunView } from '@countersign/contract';
import { useMemo, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { useApprovals } from '../approvals/approvals-provider.tsx';
import { chatEntries } from './chat-entries.ts';
import { ApprovalNote, ChatEntryView } from './chat-entry-view.tsx';
import { Composer } from './composer.tsx';
import type { Heard } from './heard.ts';
import { runAtWork } from './run-at-work.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** Entries that are made at once; the earlier ones are there when they are asked for. */
const entriesShown = 200;

/** What people and the agent said, and what it did on the way, as it happens. */
export function ChatColumn({
  sessionId,
  tree,
  heard,
  runs,
}: {
  readonly sessionId: string;
  readonly tree: EventTree | undefined;
  readonly heard: Heard;
  readonly runs: readonly RunView[];
}) {
  const texts = useSessionsTexts();
  const { pending } = useApprovals();
  const [extra, setExtra] = useState(0);
  const { boxRef, contentRef, isAway, toEnd } = useFollowEnd();
  const entries = useMemo(() => chatEntries(tree, heard), [tree, heard]);
  const waiting = useMemo(
    () => new Map((pending ?? []).filter((each) => each.session_id === sessionId).map((each) => [each.tool_id, each])),
    [pending, sessionId],
  );
  const early = Math.max(0, entries.length - entriesShown - extra);
  const shown = entries.slice(early);
  const known = new Set(entries.flatMap((entry) => (entry.kind === 'call' ? [entry.node.id] : [])));
  // The stream tells of a question before the tree does.
  const unplaced: readonly ApprovalView[] = [...waiting.values()].filter(({ tool_id }) => !known.has(tool_id));
  const current = runAtWork(runs);
  const isSpeaking = entries.some((entry) => entry.kind === 'said' && entry.isSpeaking);
  const isThinking = current?.status === 'running' && current.waiting_for === 'model' && !isSpeaking;
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-paper">
      <div className="relative min-h-0 flex-1">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
        <section ref={boxRef} tabIndex={0} aria-label={texts.conversation} className="h-full overflow-y-auto">
          <div ref={contentRef} className="grid gap-3 px-4 py-4">
            {tree?.is_cut ? <p className="text-center text-small text-soft">{texts.treeCut}</p> : null}
            {early > 0 ? (
              <Button size="small" look="quiet" onClick={() => setExtra(extra + entriesShown)}>
                {texts.showEarlier(early)}
              </Button>
            ) : null}
            <div role="log" aria-label={texts.conversation} className="grid gap-3">
              {shown.map((entry) => (
                <ChatEntryView
                  key={entry.key}
                  entry={entry}
                  approval={entry.kind === 'call' ? waiting.get(entry.node.id) : undefined}
                />
              ))}
              {unplaced.map((approval) => (
                <ApprovalNote key={approval.approval_id} approval={approval} />
              ))}
            </div>
            {isThinking ? (
              <p className="flex items-center gap-2 text-small text-soft">
                <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent" />
                {texts.waitingFor.model}…
              </p>
            ) : null}
            {tree && entries.length === 0 && unplaced.length === 0 ? (
              <p className="py-10 text-center text-soft">{texts.empty}</p>
            ) : null}
          </div>
        </section>
        {isAway ? (
          <Button size="small" className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float" onClick={toEnd}>
            <Icon name="chevron" />
            {texts.toNewest}
          </Button>
        ) : null}
      </div>
      <Composer sessionId={sessionId} current={current} onSent={toEnd} />
    </div>
  );
}
