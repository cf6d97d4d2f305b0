import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { TextArea } from '../../design/field.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import type { Verdict } from './use-decide.ts';

const feedbackLengthMax = 4_000;

/** What is typed here reaches the agent, which mostly knows how to go on from it. */
export function RejectPanel({
  isBusy,
  onReject,
  onBack,
}: {
  readonly isBusy: boolean;
  readonly onReject: (verdict: Verdict) => void;
  readonly onBack: () => void;
}) {
  const { approval: texts } = useTexts();
  const [feedback, setFeedback] = useState('');
  const reject = (): void =>
    onReject({ decision: 'reject', ...(feedback.trim() === '' ? {} : { feedback: feedback.trim() }) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) reject();
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-1.5">
        {texts.quickReasons.map((reason) => (
          <button
            key={reason}
            type="button"
            onClick={() => setFeedback(reason)}
            className="rounded-full border border-edge px-2.5 py-0.5 text-small hover:bg-wash"
          >
            {reason}
          </button>
        ))}
      </div>
      <TextArea
        autoFocus
        aria-label={texts.feedback}
        placeholder={texts.feedback}
        rows={2}
        maxLength={feedbackLengthMax}
        value={feedback}
        onChange={({ target }) => setFeedback(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="large" look="danger" icon="cross" keyHint="Ctrl ⏎" disabled={isBusy} onClick={reject}>
          {feedback.trim() === '' ? texts.rejectPlain : texts.rejectWithFeedback}
        </Button>
        <Button size="large" look="quiet" keyHint="Esc" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </div>
  );
}
