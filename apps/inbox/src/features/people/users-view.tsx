import type { UserView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { useSession } from '../../app/session.tsx';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../design/button.tsx';
import { dateTimeText } from '../../design/date-text.ts';
import { NotReady } from '../../design/not-ready.tsx';
import { Cell, Panel, Row, Table, Tag } from '../../design/page.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { OwnAccount } from './own-account.tsx';
import { useTokens, useUsers } from './people-queries.ts';
import { tokenState } from './token-state.ts';
import { usePeopleTexts } from './use-people-texts.ts';

export function UsersView() {
  const texts = usePeopleTexts();
  const users = useUsers();
  const [isAdding, setIsAdding] = useState(false);
  const [tokenFor, setTokenFor] = useState<UserView | null>(null);
  return (
    <>
      <Panel
        title={texts.users}
        text={texts.usersText}
        isFlush
        actions={
          <Button look="primary" icon="plus" onClick={() => setIsAdding(true)}>
            {texts.addUser}
          </Button>
        }
      >
        {users.data ? <UserTable users={users.data} onMakeToken={setTokenFor} /> : <NotReady query={users} />}
      </Panel>
      <OwnAccount />
      {isAdding ? (
        <AddUserDialog
          onClose={() => setIsAdding(false)}
          onMakeToken={(user) => {
            setIsAdding(false);
            setTokenFor(user);
          }}
        />
      ) : null}
      {tokenFor ? <NewTokenDialog kind="user" userId={tokenFor.user_id} onClose={() => setTokenFor(null)} /> : null}
    </>
  );
}

function UserTable({
  users,
  onMakeToken,
}: {
  readonly users: readonly UserView[];
  readonly onMakeToken: (user: UserView) => void;
}) {
  const texts = usePeopleTexts();
  const { me } = useSession();
  const { language } = usePreferences();
  const { data: tokens } = useTokens();
  const now = useNow();
  const columns = [
    { title: texts.name },
    { title: texts.role },
    { title: texts.added },
    { title: texts.signedIn, isNumber: true },
    { title: texts.actions, isHidden: true },
  ];
  return (
    <Table label={texts.users} columns={columns}>
      {users.map((user) => {
        const { user_id: id, name, is_admin: isAdmin, created_at: createdAt } = user;
        const inForce = tokens?.filter(
          (token) => token.principal_id === id && token.use !== 'link' && tokenState(token, now) === 'valid',
        );
        return (
          <Row key={id}>
            <Cell>
              <span className="font-medium">{makeVisible(name)}</span>
              {id === me.id ? <span className="ml-2 text-small text-soft">({texts.yourself})</span> : null}
            </Cell>
            <Cell name={texts.role}>
              <Tag tone={isAdmin ? 'accent' : 'plain'}>{isAdmin ? texts.administrator : texts.person}</Tag>
            </Cell>
            <Cell name={texts.added} className="text-soft">
              {dateTimeText(createdAt, language)}
            </Cell>
            <Cell name={texts.signedIn} isNumber>
              {inForce?.length ?? '…'}
            </Cell>
            <Cell className="md:text-right">
              <Button
                size="small"
                icon="key"
                aria-label={texts.makeTokenFor(makeVisible(name))}
                onClick={() => onMakeToken(user)}
              >
                {texts.addToken}
              </Button>
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
