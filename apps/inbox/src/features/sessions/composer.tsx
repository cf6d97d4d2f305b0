import type { RunView } from '@countersign/contract';
import { useState } from 'react';
import { classNames } from '../../design/class-names.ts';
import { MessageBox } from './message-box.tsx';
import { useSessionsTexts } from './use-sessions-texts.ts';

const kinds = ['steer', 'nextTask'] as const;

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
  const [wanted, setWanted] = useState<(typeof kinds)[number]>('steer');
  const kind = current ? wanted : 'nextTask';
  const choice = current ? (
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
            onChange={() => setWanted(each)}
          />
          {texts[each]}
        </label>
      ))}
    </fieldset>
  ) : null;
  return (
    <div className="border-t border-line bg-raised px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <MessageBox
        label={current ? texts[kind] : texts.task}
        isLabelHidden={current !== undefined}
        above={choice}
        hint={kind === 'steer' ? texts.steerText : current ? texts.nextTaskText : undefined}
        send={texts.send}
        to={{ session_id: sessionId, ...(kind === 'steer' && current ? { run_id: current.run_id } : {}) }}
        hasModel={kind === 'nextTask'}
        rows={2}
        onSent={onSent}
      />
    </div>
  );
}
