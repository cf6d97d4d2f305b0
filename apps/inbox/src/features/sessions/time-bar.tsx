import { classNames } from '../../design/class-names.ts';
import { type Branch, placeOn, type Span, spanOf, waitsOf } from './timeline-model.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** Time in which a person was waited for is hatched: it is nobody's work. */
const hatched =
  'bg-[repeating-linear-gradient(135deg,var(--color-edge)_0_2px,var(--color-sheet)_2px_5px)] ring-1 ring-edge ring-inset';

/** When something began and ended, on the axis that its neighbours share. For eyes; the words beside it say the same. */
export function TimeBar({ branch, axis, now }: { readonly branch: Branch; readonly axis: Span; readonly now: number }) {
  const isCall = branch.node.kind === 'tool_call';
  return (
    <span aria-hidden="true" className="relative block h-2.5 overflow-hidden rounded-sm bg-line/60">
      <span
        className={classNames('absolute inset-y-0 min-w-0.5 rounded-sm', isCall ? 'bg-accent' : 'bg-accent/45')}
        style={placeOn(axis, spanOf(branch.node, now))}
      />
      {waitsOf(branch, now).map((wait) => (
        <span
          key={wait.from}
          className={classNames('absolute inset-y-0 min-w-0.5', hatched)}
          style={placeOn(axis, wait)}
        />
      ))}
    </span>
  );
}

export function TimeBarKey() {
  const texts = useSessionsTexts();
  return (
    <p className="flex flex-wrap gap-x-4 text-small text-soft">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-2.5 w-5 rounded-sm bg-accent" />
        {texts.working}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className={classNames('h-2.5 w-5 rounded-sm', hatched)} />
        {texts.waitingForPerson}
      </span>
    </p>
  );
}
