import type { TokenView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useSession } from '../../app/session.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useToast } from '../../design/toast.tsx';
import { useChange } from './people-queries.ts';
import { usePeopleTexts } from './use-people-texts.ts';

export function RevokeTokenDialog({ token, onClose }: { readonly token: TokenView; readonly onClose: () => void }) {
  const texts = usePeopleTexts();
  const { api, me } = useSession();
  const say = useToast();
  const name = makeVisible(token.name);
  const revoke = useChange(
    () => api.call('revokeToken', { params: { token_id: token.token_id } }),
    () => {
      say(texts.revoked(name));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.revokeQuestion(name)}
      confirm={texts.revokeName(name)}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined)}
      onClose={onClose}
    >
      <div className="grid gap-2 text-soft">
        <p>{texts.revokeText[token.kind]}</p>
        {token.principal_id === me.id ? <p className="text-ink">{texts.revokeOwn}</p> : null}
        <p>{texts.revokeForGood}</p>
      </div>
    </ConfirmDialog>
  );
}
