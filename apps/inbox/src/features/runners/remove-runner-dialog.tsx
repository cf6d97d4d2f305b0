import type { RunnerView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/session.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useToast } from '../../design/toast.tsx';
import { runnersKey } from './use-runners.ts';
import { useRunnersTexts } from './use-runners-texts.ts';

/** A runner is removed by ending every credential it has. */
export function RemoveRunnerDialog({ runner, onClose }: { readonly runner: RunnerView; readonly onClose: () => void }) {
  const texts = useRunnersTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const say = useToast();
  const name = makeVisible(runner.name);
  const remove = useMutation({
    mutationFn: async () => {
      const { tokens } = await api.call('listTokens', {});
      const own = tokens.filter(
        ({ kind, principal_id, revoked_at }) =>
          kind === 'runner' && principal_id === runner.runner_id && revoked_at === null,
      );
      if (own.length === 0) throw new Error(texts.noToken);
      for (const { token_id } of own) await api.call('revokeToken', { params: { token_id } });
    },
    onSuccess: () => {
      say(texts.removed(name));
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: runnersKey(projectId) }),
  });
  return (
    <ConfirmDialog
      title={texts.removeTitle(name)}
      confirm={texts.removeConfirm}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{texts.removeText(makeVisible(runner.machine))}</p>
    </ConfirmDialog>
  );
}
