import { makeVisible } from '@countersign/policy/make-visible';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { NodeDetails } from './node-details.tsx';
import { NodeStatus } from './node-status.tsx';
import { TimeBar } from './time-bar.tsx';
import { type Branch, durationText, groundOf, type Span } from './timeline-model.ts';
import { type SessionsTexts, useSessionsTexts } from './use-sessions-texts.ts';

type Shared = {
  readonly axis: Span;
  readonly now: number;
  /** The node that the address names, and those above it. */
  readonly wanted: string | null;
  readonly above: ReadonlySet<string>;
  readonly grantTexts: ReadonlyMap<string, string>;
};

/** A node in a line, what is below it, and on demand all that is known of it. */
export function TimelineRow({
  branch,
  isOpenAtFirst,
  isTop = false,
  ...shared
}: Shared & { readonly branch: Branch; readonly isOpenAtFirst: boolean; readonly isTop?: boolean }) {
  const texts = useSessionsTexts();
  const { node, children } = branch;
  const { wanted, above, now } = shared;
  const isWanted = wanted === node.id;
  const [isFolded, setIsFolded] = useState<boolean | null>(null);
  const [hasDetails, setHasDetails] = useState(isWanted);
  const row = useRef<HTMLLIElement>(null);
  const isUnfolded = isFolded === null ? isOpenAtFirst || above.has(node.id) : !isFolded;
  useEffect(() => {
    if (!isWanted) return;
    setHasDetails(true);
    row.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  // Somebody looks for something below: it is shown whatever was folded before.
  const hasWantedBelow = above.has(node.id);
  useEffect(() => {
    if (hasWantedBelow && wanted !== null) setIsFolded(null);
  }, [hasWantedBelow, wanted]);

  const label = labelOf(branch, texts);
  const duration = node.duration_ms ?? Math.max(0, now - Date.parse(node.started_at));
  return (
    <li ref={row} className={classNames('min-w-0', isTop && 'overflow-hidden rounded-lg border border-line bg-sheet')}>
      <div className={classNames('flex items-start', isWanted && 'bg-accent-wash')}>
        {children.length > 0 ? (
          <button
            type="button"
            aria-expanded={isUnfolded}
            aria-label={isUnfolded ? texts.collapse(label) : texts.expand(label)}
            onClick={() => setIsFolded(isUnfolded)}
            className="mt-1 inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-wash hover:text-ink"
          >
            <Icon name="chevron" className={classNames('size-4 transition-transform', !isUnfolded && '-rotate-90')} />
          </button>
        ) : (
          <span className="w-8 shrink-0" />
        )}
        <button
          type="button"
          aria-expanded={hasDetails}
          onClick={() => setHasDetails(!hasDetails)}
          className="grid min-w-0 flex-1 gap-x-4 gap-y-1 rounded-md py-1.5 pr-3 pl-1 text-left -outline-offset-2 hover:bg-wash sm:grid-cols-[minmax(0,1fr)_9rem] xl:grid-cols-[minmax(0,1fr)_12rem]"
        >
          <span className="min-w-0">
            <span
              className={classNames(
                'block',
                node.kind === 'tool_call' ? 'exact-line text-small' : 'truncate',
                node.kind === 'agent' && 'font-medium',
              )}
            >
              {label}
            </span>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-small text-soft">
              <NodeStatus status={node.status} />
              {node.kind === 'tool_call' ? <Passed branch={branch} grantTexts={shared.grantTexts} /> : null}
            </span>
          </span>
          <span className="grid content-center gap-1">
            <TimeBar branch={branch} axis={shared.axis} now={now} />
            <span className="flex flex-wrap justify-between gap-x-2 text-tiny text-soft tabular-nums">
              <span>
                <span className="sr-only">{texts.duration} </span>
                {durationText(duration)}
              </span>
              {node.waited_ms > 0 ? <span>{texts.waited(durationText(node.waited_ms))}</span> : null}
            </span>
          </span>
        </button>
      </div>
      {hasDetails ? (
        <div className="mx-2 mb-3 min-w-0 sm:mr-3 sm:ml-9">
          <NodeDetails node={node} grantTexts={shared.grantTexts} />
        </div>
      ) : null}
      {isUnfolded && children.length > 0 ? (
        <ul className={classNames('border-line', isTop ? 'border-t py-1' : 'ml-4 border-l')}>
          {children.map((child) => (
            <TimelineRow key={child.node.id} branch={child} isOpenAtFirst {...shared} />
          ))}
        </ul>
      ) : null}
      {node.hidden_children > 0 ? (
        <p className="px-9 pb-2 text-small text-soft">{texts.hiddenBelow(node.hidden_children)}</p>
      ) : null}
    </li>
  );
}

function labelOf({ node }: Branch, texts: SessionsTexts): string {
  if (node.kind === 'turn' && typeof node.details.turn === 'number') return texts.turn(node.details.turn);
  return makeVisible(node.label);
}

/** What let a call through or kept it back, so that what asked nobody is not overlooked. */
function Passed({
  branch: { node },
  grantTexts,
}: {
  readonly branch: Branch;
  readonly grantTexts: ReadonlyMap<string, string>;
}) {
  const texts = useSessionsTexts();
  const ground = groundOf(node);
  const level = node.details.risk_level;
  return (
    <>
      {level === 'LOW' || level === 'MEDIUM' || level === 'HIGH' ? <RiskBadge level={level} isSmall /> : null}
      {ground === null ? null : (
        <span className="min-w-0 truncate">
          {ground.kind === 'rule' ? texts.byRule(makeVisible(ground.ruleId)) : null}
          {ground.kind === 'person' ? texts.byPerson(makeVisible(ground.name)) : null}
          {ground.kind === 'grant' ? grantWords(texts, grantTexts.get(ground.grantId)) : null}
        </span>
      )}
    </>
  );
}

function grantWords(texts: SessionsTexts, text: string | undefined): string {
  return text === undefined ? texts.byGrant : texts.byGrantText(text);
}
