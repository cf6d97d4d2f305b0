import type { ApprovalView } from '@countersign/contract';
import type { MouseEvent, RefObject } from 'react';
import { Button } from '../../design/button.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { GraveButton } from './grave-button.tsx';

export type Guard = (act: () => void) => (event: MouseEvent) => void;

/** A press approves. Where the risk is HIGH it has to be held, or a word typed. */
export function ApproveButton({
  approval,
  isDisabled,
  guard,
  buttonRef,
  onApprove,
}: {
  readonly approval: ApprovalView;
  readonly isDisabled: boolean;
  readonly guard: Guard;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly onApprove: () => void;
}) {
  const { approval: texts } = useTexts();
  if (approval.risk_level === 'HIGH')
    return (
      <GraveButton
        keyHint="a"
        isDisabled={isDisabled}
        buttonRef={buttonRef}
        sendText={texts.approveOnce}
        onApprove={onApprove}
      >
        {texts.holdToApprove}
      </GraveButton>
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
