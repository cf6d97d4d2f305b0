import type { MemberView, ProjectView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useSession } from '../../app/session.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useToast } from '../../design/toast.tsx';
import { useChange } from './people-queries.ts';
import { usePeopleTexts } from './use-people-texts.ts';

export function RemoveMemberDialog({
  project,
  member,
  onClose,
}: {
  readonly project: ProjectView;
  readonly member: MemberView;
  readonly onClose: () => void;
}) {
  const texts = usePeopleTexts();
  const { api } = useSession();
  const say = useToast();
  const [name, projectName] = [makeVisible(member.name), makeVisible(project.name)];
  const remove = useChange(
    () => api.call('removeMember', { params: { project_id: project.project_id, user_id: member.user_id } }),
    () => {
      say(texts.removed(name, projectName));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.removeQuestion(name, projectName)}
      confirm={texts.removeMember(name)}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p className="text-soft">{texts.removeText(name)}</p>
    </ConfirmDialog>
  );
}
