import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Panel, Tag } from '../../design/page.tsx';
import { usePeopleTexts } from './use-people-texts.ts';

/** Who one is, and a link for another device of one's own. */
export function OwnAccount() {
  const texts = usePeopleTexts();
  const { api, me, projects } = useSession();
  const link = useMutation({ mutationFn: () => api.call('createLink', {}) });
  return (
    <Panel title={texts.you}>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <div className="grid content-start gap-2">
          <p>
            {texts.youAre(makeVisible(me.name))}{' '}
            <Tag tone={me.is_admin ? 'accent' : 'plain'}>{me.is_admin ? texts.administrator : texts.person}</Tag>
          </p>
          <h3 className="caption">{texts.yourProjects}</h3>
          <ul className="flex flex-wrap gap-1.5">
            {projects.map(({ project_id: id, name }) => (
              <li key={id}>
                <Tag>{makeVisible(name)}</Tag>
              </li>
            ))}
          </ul>
        </div>
        <div className="grid content-start justify-items-start gap-2">
          <h3 className="font-medium">{texts.linkTitle}</h3>
          <p className="text-small text-soft">{texts.linkText}</p>
          {link.data ? (
            <div role="status" className="grid w-full gap-1">
              <CodeBlock text={link.data.link} />
              <p className="text-small text-soft">{texts.linkMade(Math.round(link.data.expires_in_seconds / 60))}</p>
            </div>
          ) : null}
          {link.error ? (
            <p role="alert" className="text-high">
              {link.error.message}
            </p>
          ) : null}
          <Button icon="link" disabled={link.isPending} onClick={() => link.mutate()}>
            {link.data ? texts.newLink : texts.makeLink}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
