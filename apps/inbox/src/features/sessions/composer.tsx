import type { RunView } from '@countersign/contract';
import { useState } from 'react';
import { classNames } from '../../design/class-names.ts';
import { MessageBox } from './message-box.tsx';
import { useSessionsTexts } from './use-sessions-texts.ts';

const kinds = ['steer', 'nextTask'] as const;
type Kind = (typeof kinds)[number];

/** Writes to the run that works, or gives the next task; it says which. */
export function Composer({
  sessionId,
  current,
  onSent,
}: {
  readonly sessionId: string;
  readonly current: RunView | undefined;
  readonly onSent: () => void;
}) {
  const texts = useSessionsTexts();
  const [wanted, setWanted] = useState<Kind>('steer');
  const [begun, setBegun] = useState<{ readonly for: RunView | undefined } | null>(null);
  // What is being written stays meant for the run that it was begun for, also once that is over.
  const target = begun === null ? current : begun.for;
  const kind = target ? wanted : 'nextTask';
  const isTooLate = kind === 'steer' && target?.run_id !== current?.run_id;
  const onText = (text: string): void => setBegun(text === '' ? null : (begun ?? { for: current }));
  const choice = target ? <KindChoice kind={kind} onChange={setWanted} /> : null;
  return (
    <div className="border-t border-line bg-raised px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <MessageBox
        label={target ? texts[kind] : texts.task}
        isLabelHidden={target !== undefined}
        above={choice}
        hint={isTooLate ? texts.tooLate : kind === 'steer' ? texts.steerText : target ? texts.nextTaskText : undefined}
        isHeldBack={isTooLate}
        onText={onText}
        send={texts.send}
        to={{ session_id: sessionId, ...(kind === 'steer' && target ? { run_id: target.run_id } : {}) }}
        hasModel={kind === 'nextTask'}
        rows={2}
        onSent={onSent}
      />
    </div>
  );
}

function KindChoice({ kind, onChange }: { readonly kind: Kind; readonly onChange: (kind: Kind) => void }) {
  const texts = useSessionsTexts();
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{texts.kindOfMessage}</legend>
      {kinds.map((each) => (
        <label
          key={each}
          className={classNames(
            'flex min-h-8 cursor-pointer items-center gap-2 rounded-md border px-2.5 text-small',
            kind === each
              ? 'border-accent bg-accent-wash font-medium text-accent'
              : 'border-line text-soft hover:bg-wash',
          )}
        >
          <input
            type="radio"
            name="kind"
            className="accent-accent"
            checked={kind === each}
            onChange={() => onChange(each)}
          />
          {texts[each]}
        </label>
      ))}
    </fieldset>
  );
}
