import type { MemberRole, MemberView, ProjectView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { inputClass } from '../../design/field.tsx';
import { useToast } from '../../design/toast.tsx';
import { memberRoles } from './member-roles.ts';
import { usePutMember, useUsers } from './people-queries.ts';
import { usePeopleTexts } from './use-people-texts.ts';

/** The last line of a project: one more person in it. */
export function AddMember({
  project,
  members,
}: {
  readonly project: ProjectView;
  readonly members: readonly MemberView[];
}) {
  const texts = usePeopleTexts();
  const say = useToast();
  const { data: users } = useUsers();
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<MemberRole>('member');
  const projectName = makeVisible(project.name);
  const add = usePutMember(project.project_id, ({ name }) => {
    say(texts.memberAdded(makeVisible(name), projectName));
    setUserId('');
  });
  if (!users) return null;
  const others = users.filter(({ user_id }) => !members.some((member) => member.user_id === user_id));
  if (others.length === 0)
    return (
      <p className="rounded-b-lg border-t border-line bg-wash px-4 py-3 text-small text-soft">{texts.everybodyIn}</p>
    );
  return (
    <form
      aria-label={texts.addMemberTo(projectName)}
      className="flex flex-wrap items-end gap-3 rounded-b-lg border-t border-line bg-wash px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ userId, role });
      }}
    >
      <label className="grid min-w-0 flex-1 basis-48 gap-1">
        <span className="text-small text-soft">{texts.whom}</span>
        <select className={inputClass} value={userId} onChange={({ target }) => setUserId(target.value)}>
          <option value="">{texts.choose}</option>
          {others.map(({ user_id: id, name }) => (
            <option key={id} value={id}>
              {makeVisible(name)}
            </option>
          ))}
        </select>
      </label>
      <label className="grid basis-36 gap-1">
        <span className="text-small text-soft">{texts.role}</span>
        <select className={inputClass} value={role} onChange={({ target }) => setRole(target.value as MemberRole)}>
          {memberRoles.map((each) => (
            <option key={each} value={each}>
              {texts.roles[each]}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" icon="plus" disabled={userId === '' || add.isPending}>
        {texts.addMember}
      </Button>
      {add.error ? (
        <p role="alert" className="basis-full text-high">
          {add.error.message}
        </p>
      ) : null}
    </form>
  );
}
