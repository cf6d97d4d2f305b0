import type { ApprovalView } from '@countersign/contract';
import { type MouseEvent, type RefObject, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Input } from '../../design/field.tsx';
import { HoldButton } from '../../design/hold-button.tsx';
import { useTexts } from '../../texts/use-texts.ts';

export type Guard = (act: () => void) => (event: MouseEvent) => void;

/** A press approves. Where the risk is HIGH it has to be held, or a word typed. */
export function ApproveButton({
  approval,
  isDisabled,
  guard,
  buttonRef,
  hintId,
  onApprove,
}: {
  readonly approval: ApprovalView;
  readonly isDisabled: boolean;
  readonly guard: Guard;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly hintId: string;
  readonly onApprove: () => void;
}) {
  const { approval: texts } = useTexts();
  if (approval.risk_level === 'HIGH')
    return (
      <div className="grid gap-0.5 sm:flex sm:items-center sm:gap-2">
        <HoldButton
          icon="check"
          keyHint="a"
          isDisabled={isDisabled}
          onHeld={onApprove}
          describedBy={hintId}
          buttonRef={buttonRef}
        >
          {texts.holdToApprove}
        </HoldButton>
        <TypeToApprove id={hintId} isDisabled={isDisabled} onApprove={onApprove} />
      </div>
    );
  return (
    <Button
      ref={buttonRef}
      look="primary"
      size="large"
      icon="check"
      keyHint="a"
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : guard(onApprove)}
    >
      {texts.approveOnce}
    </Button>
  );
}

/** The way for whoever cannot hold a button: the word is typed, and sent with Enter. */
function TypeToApprove({
  id,
  isDisabled,
  onApprove,
}: {
  readonly id: string;
  readonly isDisabled: boolean;
  readonly onApprove: () => void;
}) {
  const { approval: texts } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const isTyped = text.trim().toLowerCase() === texts.wordToType.toLowerCase();
  if (!isOpen)
    return (
      <button
        type="button"
        id={id}
        onClick={() => setIsOpen(true)}
        className="min-h-6 rounded-md px-2 text-small sm:min-h-9 text-soft underline underline-offset-2 hover:text-ink"
      >
        {texts.orType(texts.wordToType)}
      </button>
    );
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped && !isDisabled) onApprove();
      }}
    >
      <Input
        id={id}
        autoFocus
        aria-label={texts.orType(texts.wordToType)}
        placeholder={texts.wordToType}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="max-w-40"
      />
      <Button type="submit" look="outline" disabled={!isTyped || isDisabled}>
        {texts.approveOnce}
      </Button>
    </form>
  );
}
