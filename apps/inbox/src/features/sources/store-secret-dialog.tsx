import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { useToast } from '../../design/toast.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { secretsKey } from './source-queries.ts';
import { useSourcesTexts } from './use-sources-texts.ts';

const namePattern = '[A-Za-z0-9][A-Za-z0-9._\\-]{0,99}';

/** Stores a value under a name, or replaces that of a name that is given. It is not shown again, here or anywhere. */
export function StoreSecretDialog({
  name: given,
  onStored,
  onClose,
}: {
  readonly name: string | null;
  readonly onStored?: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { secrets: texts } = useSourcesTexts();
  const { design } = useTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const say = useToast();
  const formId = useId();
  const [name, setName] = useState(given ?? '');
  const [value, setValue] = useState('');
  const store = useMutation({
    mutationFn: () => api.call('putSecret', { params: { name }, body: { value } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: secretsKey(projectId) });
      say(texts.stored(name));
      onStored?.(name);
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React brings the event to the form around the dialog, too: that one is not meant.
    event.stopPropagation();
    store.mutate();
  };
  const footer = (
    <>
      <Button type="submit" form={formId} look="primary" disabled={store.isPending}>
        {given === null ? texts.store : texts.replace}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {design.close}
      </Button>
    </>
  );
  return (
    <Dialog title={given === null ? texts.add : texts.replaceTitle(given)} footer={footer} onClose={onClose}>
      <form id={formId} onSubmit={submit} className="grid gap-3">
        {given === null ? (
          <Field label={texts.name} hint={texts.nameHint}>
            {(wiring) => (
              <Input
                {...wiring}
                required
                pattern={namePattern}
                spellCheck={false}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        ) : (
          <p>{texts.replaceText}</p>
        )}
        <Field label={texts.value} hint={texts.valueHint}>
          {(wiring) => (
            <Input
              {...wiring}
              type="password"
              autoComplete="new-password"
              required
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </Field>
        {store.error ? (
          <p role="alert" className="rounded-md bg-high-wash px-3 py-2 text-high">
            {store.error.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
