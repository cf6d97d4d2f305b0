import type { PrincipalKind, TokenView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { usePreferences } from '../../app/preferences.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../design/button.tsx';
import { dateTimeText } from '../../design/date-text.ts';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Cell, Row, Tag } from '../../design/page.tsx';
import { useProjects, useUsers } from './people-queries.ts';
import { tokenState } from './token-state.ts';
import { usePeopleTexts } from './use-people-texts.ts';

const icons: Readonly<Record<PrincipalKind, IconName>> = { agent: 'agent', runner: 'machine', user: 'people' };
const tones = { valid: 'good', expired: 'plain', revoked: 'bad' } as const;

export function TokenRow({ token, onRevoke }: { readonly token: TokenView; readonly onRevoke: () => void }) {
  const texts = usePeopleTexts();
  const { language } = usePreferences();
  const { data: projects } = useProjects();
  const { data: users } = useUsers();
  const { name, kind, use, principal_id, project_id, created_at, expires_at, revoked_at } = token;
  const state = tokenState(token, useNow());
  const project = projects?.find((each) => each.project_id === project_id);
  // An agent or a runner has the name of its first token.
  const holder = kind === 'user' ? users?.find(({ user_id }) => user_id === principal_id)?.name : null;
  return (
    <Row>
      <Cell className="font-medium">
        {use === 'bearer' ? makeVisible(name) : <span className="font-normal text-soft">{texts.uses[use]}</span>}
      </Cell>
      <Cell name={texts.owner}>
        <span className="inline-flex items-center gap-1.5">
          <Icon name={icons[kind]} className="size-4 text-soft" />
          {holder ? makeVisible(holder) : texts.kinds[kind]}
        </span>
      </Cell>
      <Cell name={texts.project}>{project ? makeVisible(project.name) : <span className="text-soft">–</span>}</Cell>
      <Cell name={texts.made} className="text-soft">
        {dateTimeText(created_at, language)}
      </Cell>
      <Cell name={texts.state}>
        <span className="flex flex-col items-start gap-0.5 max-md:items-end">
          <Tag tone={tones[state]}>{texts.states[state]}</Tag>
          <span className="text-small text-soft">
            {revoked_at !== null
              ? texts.revokedAt(dateTimeText(revoked_at, language))
              : expires_at === null
                ? `${texts.ends}: ${texts.endsNever}`
                : state === 'expired'
                  ? texts.expiredAt(dateTimeText(expires_at, language))
                  : `${texts.ends}: ${dateTimeText(expires_at, language)}`}
          </span>
        </span>
      </Cell>
      <Cell className="md:text-right">
        {state === 'valid' ? (
          <Button size="small" look="danger" aria-label={texts.revokeName(makeVisible(name))} onClick={onRevoke}>
            {texts.revoke}
          </Button>
        ) : null}
      </Cell>
    </Row>
  );
}
