import type { UserView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { navigate } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { nameLengthMax } from './name-length-max.ts';
import { useChange } from './people-queries.ts';
import { usePeopleTexts } from './use-people-texts.ts';

/** Adds a person, and leads on: somebody who is in no project and has no credential can do nothing yet. */
export function AddUserDialog({
  onClose,
  onMakeToken,
}: {
  readonly onClose: () => void;
  readonly onMakeToken: (user: UserView) => void;
}) {
  const texts = usePeopleTexts();
  const { api } = useSession();
  const [name, setName] = useState('');
  const [isAdmin, setIsAdmin] = useState(false);
  const add = useChange(() => api.call('createUser', { body: { name: name.trim(), is_admin: isAdmin } }));
  if (add.data) return <Added user={add.data} onClose={onClose} onMakeToken={onMakeToken} />;
  return (
    <Dialog
      title={texts.addUser}
      onClose={onClose}
      footer={
        <>
          <Button look="primary" type="submit" form="add-user" disabled={name.trim() === '' || add.isPending}>
            {texts.addUser}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <form
        id="add-user"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(undefined);
        }}
      >
        <Field label={texts.name} hint={texts.nameHint} error={add.error?.message}>
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              required
              maxLength={nameLengthMax}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1 size-4 accent-accent"
            checked={isAdmin}
            onChange={({ target }) => setIsAdmin(target.checked)}
          />
          <span>
            <span className="font-medium">{texts.isAdmin}</span>
            <span className="block text-small text-soft">{texts.isAdminHint}</span>
          </span>
        </label>
      </form>
    </Dialog>
  );
}

function Added({
  user,
  onClose,
  onMakeToken,
}: {
  readonly user: UserView;
  readonly onClose: () => void;
  readonly onMakeToken: (user: UserView) => void;
}) {
  const texts = usePeopleTexts();
  return (
    <Dialog
      title={texts.userAdded(makeVisible(user.name))}
      onClose={onClose}
      footer={
        <Button look="quiet" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div className="grid justify-items-start gap-3">
        <p role="status" className="text-soft">
          {texts.userNext}
        </p>
        <Button
          icon="people"
          onClick={() => {
            onClose();
            navigate('/people/projects');
          }}
        >
          {texts.toProjects}
        </Button>
        <Button icon="key" onClick={() => onMakeToken(user)}>
          {texts.makeTokenFor(makeVisible(user.name))}
        </Button>
      </div>
    </Dialog>
  );
}
