import type { CallOutput } from '@countersign/client';
import { makeVisible } from '@countersign/policy/make-visible';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { TokenUsage } from './token-usage.tsx';
import { usePeopleTexts } from './use-people-texts.ts';

/** The only time at which a secret is shown. */
export function TokenSecretDialog({
  created: { token, secret },
  onClose,
}: {
  readonly created: CallOutput<'createToken'>;
  readonly onClose: () => void;
}) {
  const texts = usePeopleTexts();
  return (
    <Dialog
      title={texts.secretTitle(makeVisible(token.name))}
      onClose={onClose}
      footer={
        <>
          <Button look="primary" onClick={onClose}>
            {texts.done}
          </Button>
          <span className="min-w-0 flex-1 text-small text-soft">{texts.secretLeave}</span>
        </>
      }
    >
      <div className="grid gap-4">
        <p role="status" className="flex items-start gap-2 rounded-md bg-medium-wash px-3 py-2 text-medium">
          <Icon name="warning" className="mt-0.5 size-4" />
          {texts.secretOnce}
        </p>
        <div className="grid gap-1">
          <h3 className="font-medium">{texts.secret}</h3>
          <CodeBlock text={secret} />
        </div>
        <TokenUsage kind={token.kind} projectId={token.project_id} secret={secret} />
      </div>
    </Dialog>
  );
}
