import type { PrincipalKind } from '@countersign/contract';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { KindChoice, type NewToken, requestOf, TokenFields } from './new-token-fields.tsx';
import { useChange } from './people-queries.ts';
import { TokenSecretDialog } from './token-secret-dialog.tsx';
import { usePeopleTexts } from './use-people-texts.ts';

/** Asks what a token is for, makes it, and shows its secret, once. */
export function NewTokenDialog({
  kind,
  userId,
  onClose,
}: {
  readonly kind: PrincipalKind;
  readonly userId?: string;
  readonly onClose: () => void;
}) {
  const texts = usePeopleTexts();
  const { api, me, projectId } = useSession();
  const [given, setGiven] = useState<NewToken>({
    kind,
    name: '',
    projectId,
    userId: userId ?? me.id,
    machine: '',
    expiry: 'quarter',
  });
  const make = useChange(() => api.call('createToken', { body: requestOf(given) }));
  if (make.data) return <TokenSecretDialog created={make.data} onClose={onClose} />;
  const isComplete = given.name.trim() !== '' && (given.kind !== 'runner' || given.machine.trim() !== '');
  return (
    <Dialog
      title={texts.addToken}
      onClose={onClose}
      footer={
        <>
          <Button look="primary" type="submit" form="new-token" disabled={!isComplete || make.isPending}>
            {texts.make}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <form
        id="new-token"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(undefined);
        }}
      >
        <KindChoice kind={given.kind} onChange={(chosen) => setGiven({ ...given, kind: chosen })} />
        <TokenFields given={given} error={make.error?.message} onChange={(part) => setGiven({ ...given, ...part })} />
      </form>
    </Dialog>
  );
}
