import type { PolicyView, Simulation } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../app/api.ts';
import { useSession } from '../../app/session.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { policyKey } from './policy-queries.ts';
import { textDiff } from './text-diff.ts';
import { useRulesTexts } from './use-rules-texts.ts';

/** Says what will be different from now on, before the file is written. */
export function SaveDialog({
  policy,
  text,
  simulation,
  onSaved,
  onClose,
}: {
  readonly policy: PolicyView;
  readonly text: string;
  readonly simulation: Simulation;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const texts = useRulesTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      api.call('savePolicy', {
        params: { project_id: projectId },
        body: { text, text_hash: policy.text_hash },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(policyKey(projectId), saved);
      onSaved();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'policy_changed') return;
      // Theirs is shown beside what is in the editor; nothing of either is lost.
      await queryClient.invalidateQueries({ queryKey: policyKey(projectId), exact: true });
      onClose();
    },
  });
  const lines = useMemo(() => textDiff(policy.text ?? '', text), [policy.text, text]);
  const countOf = (kind: 'add' | 'remove'): number => lines.filter((line) => line.kind === kind).length;
  const { newly, calls } = simulation;
  return (
    <ConfirmDialog
      title={texts.saveTitle}
      confirm={texts.save}
      look="primary"
      isBusy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <p>
        {texts.saveText(countOf('add'), countOf('remove'))} <code className="exact">{makeVisible(policy.file)}</code>
      </p>
      <p className="text-soft">{texts.saveEverywhere}</p>
      <ul className="list-disc pl-5">
        {(['allow', 'ask', 'deny'] as const)
          .filter((outcome) => newly[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>{texts.ofLastCalls[outcome](newly[outcome], calls)}</li>
          ))}
      </ul>
    </ConfirmDialog>
  );
}
