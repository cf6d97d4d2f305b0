import { type RefObject, useId, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Input } from '../../design/field.tsx';
import { HoldButton } from '../../design/hold-button.tsx';
import { useTexts } from '../../texts/use-texts.ts';

/** Approves what is grave: the button has to be held, or a word typed by whoever cannot hold it. */
export function GraveButton({
  isDisabled,
  keyHint,
  buttonRef,
  sendText,
  onApprove,
  children,
}: {
  readonly isDisabled: boolean;
  readonly keyHint?: string;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** What the button says that sends the typed word. */
  readonly sendText: string;
  readonly onApprove: () => void;
  readonly children: string;
}) {
  const hintId = useId();
  return (
    <div className="grid gap-1.5 sm:flex sm:items-center sm:gap-2">
      <HoldButton
        icon="check"
        isDisabled={isDisabled}
        onHeld={onApprove}
        describedBy={hintId}
        {...(keyHint === undefined ? {} : { keyHint })}
        {...(buttonRef === undefined ? {} : { buttonRef })}
      >
        {children}
      </HoldButton>
      <TypeToApprove id={hintId} isDisabled={isDisabled} sendText={sendText} onApprove={onApprove} />
    </div>
  );
}

function TypeToApprove({
  id,
  isDisabled,
  sendText,
  onApprove,
}: {
  readonly id: string;
  readonly isDisabled: boolean;
  readonly sendText: string;
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
        className="min-h-6 rounded-md px-2 text-small text-soft underline underline-offset-2 hover:text-ink sm:min-h-9"
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
        {sendText}
      </Button>
    </form>
  );
}
