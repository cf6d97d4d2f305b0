import type { MemberRole, MemberView, ProjectView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { setPreferences, usePreferences } from '../../app/preferences.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { dateTimeText } from '../../design/date-text.ts';
import { inputClass } from '../../design/field.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Cell, Panel, Row, Table, Tag } from '../../design/page.tsx';
import { AddMember } from './add-member.tsx';
import { memberRoles } from './member-roles.ts';
import { useMembers, usePutMember } from './people-queries.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { usePeopleTexts } from './use-people-texts.ts';

export function ProjectPanel({ project }: { readonly project: ProjectView }) {
  const texts = usePeopleTexts();
  const { me, projectId } = useSession();
  const { language } = usePreferences();
  const members = useMembers(project.project_id);
  const isMine = members.data?.some(({ user_id }) => user_id === me.id) ?? false;
  const since = texts.projectSince(dateTimeText(project.created_at, language));
  const open = (): void => {
    setPreferences({ projectId: project.project_id });
    // A project that was just made is not among those that this page began with: it begins anew.
    window.location.assign('/');
  };
  return (
    <Panel
      title={makeVisible(project.name)}
      text={members.data ? `${texts.memberCount(members.data.length)} · ${since}` : since}
      isFlush
      actions={
        project.project_id === projectId ? (
          <Tag tone="accent">{texts.current}</Tag>
        ) : isMine ? (
          <Button size="small" onClick={open}>
            {texts.open}
          </Button>
        ) : null
      }
    >
      {members.data ? <Members project={project} members={members.data} /> : <NotReady query={members} />}
    </Panel>
  );
}

function Members({ project, members }: { readonly project: ProjectView; readonly members: readonly MemberView[] }) {
  const texts = usePeopleTexts();
  const [removing, setRemoving] = useState<MemberView | null>(null);
  const columns = [{ title: texts.name }, { title: texts.role }, { title: texts.actions, isHidden: true }];
  return (
    <>
      {members.length === 0 ? (
        <p className="px-4 py-3 text-soft">{texts.nobody}</p>
      ) : (
        <Table label={texts.members(makeVisible(project.name))} columns={columns}>
          {members.map((member) => (
            <MemberRow
              key={member.user_id}
              projectId={project.project_id}
              member={member}
              onRemove={() => setRemoving(member)}
            />
          ))}
        </Table>
      )}
      <AddMember project={project} members={members} />
      {removing ? <RemoveMemberDialog project={project} member={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}

function MemberRow({
  projectId,
  member: { user_id: id, name, role },
  onRemove,
}: {
  readonly projectId: string;
  readonly member: MemberView;
  readonly onRemove: () => void;
}) {
  const texts = usePeopleTexts();
  const { me } = useSession();
  const change = usePutMember(projectId);
  return (
    <Row>
      <Cell className="md:w-1/2">
        <span className="inline-flex min-h-9 items-center gap-2">
          <span className="font-medium">{makeVisible(name)}</span>
          {id === me.id ? <span className="text-small text-soft">({texts.yourself})</span> : null}
        </span>
      </Cell>
      <Cell name={texts.role}>
        <select
          aria-label={texts.roleOf(makeVisible(name))}
          className={`${inputClass} md:max-w-40`}
          value={change.isPending ? change.variables.role : role}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate({ userId: id, role: target.value as MemberRole })}
        >
          {memberRoles.map((each) => (
            <option key={each} value={each}>
              {texts.roles[each]}
            </option>
          ))}
        </select>
        {change.error ? (
          <p role="alert" className="mt-1 text-small text-high">
            {change.error.message}
          </p>
        ) : null}
      </Cell>
      <Cell className="md:text-right">
        <Button size="small" aria-label={texts.removeMember(makeVisible(name))} onClick={onRemove}>
          {texts.remove}
        </Button>
      </Cell>
    </Row>
  );
}
