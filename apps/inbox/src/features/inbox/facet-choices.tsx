import type { ApprovalView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { type ReactNode, useId, useMemo } from 'react';
import { inputClass } from '../../design/field.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useSessionTitles } from '../approvals/use-session-titles.ts';
import { type Facet, facetsOf, type InboxFilter, type Span, spans, valuesOf } from './inbox-filter.ts';

/** One choice for each thing that the list can be narrowed by, with how many there are of each. */
export function FacetChoices({
  filter,
  approvals,
  onChange,
}: {
  readonly filter: InboxFilter;
  readonly approvals: readonly ApprovalView[];
  readonly onChange: (changed: Partial<InboxFilter>) => void;
}) {
  const { inbox } = useTexts();
  return (
    <>
      {facetsOf[filter.shown].map((facet) => (
        <FacetChoice
          key={facet}
          facet={facet}
          value={filter[facet]}
          approvals={approvals}
          onChange={(value) => onChange({ [facet]: value })}
        />
      ))}
      <Choice
        label={inbox.facet.within}
        value={filter.within}
        onChange={(value) => onChange({ within: value as Span | null })}
      >
        {spans.map((span) => (
          <option key={span} value={span}>
            {inbox.within[span]}
          </option>
        ))}
      </Choice>
    </>
  );
}

function FacetChoice({
  facet,
  value,
  approvals,
  onChange,
}: {
  readonly facet: Facet;
  readonly value: string | null;
  readonly approvals: readonly ApprovalView[];
  readonly onChange: (value: string | null) => void;
}) {
  const { inbox, design } = useTexts();
  const titleOf = useSessionTitles();
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const approval of approvals)
      for (const each of valuesOf(approval, facet)) found.set(each, (found.get(each) ?? 0) + 1);
    if (value !== null && !found.has(value)) found.set(value, 0);
    return [...found].sort(([a], [b]) => a.localeCompare(b));
  }, [approvals, facet, value]);
  const textOf = (each: string): string => {
    if (facet === 'risk') return design.risk[each as keyof typeof design.risk];
    if (facet === 'status') return design.status[each as keyof typeof design.status];
    return facet === 'session' ? titleOf(each) : makeVisible(each);
  };
  return (
    <Choice label={inbox.facet[facet]} value={value} onChange={onChange}>
      {counts.map(([each, count]) => (
        <option key={each} value={each}>
          {textOf(each)} ({count})
        </option>
      ))}
    </Choice>
  );
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly children: ReactNode;
}) {
  const { inbox } = useTexts();
  const id = useId();
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <select
        id={id}
        className={inputClass}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">{inbox.any}</option>
        {children}
      </select>
    </div>
  );
}
