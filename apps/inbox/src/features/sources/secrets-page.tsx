import type { SecretView } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Cell, Page, Panel, Row, Table } from '../../design/page.tsx';
import { Ago } from '../../design/time-left.tsx';
import { useToast } from '../../design/toast.tsx';
import { ToolTabs } from '../tools/tool-tabs.tsx';
import { useToolsTexts } from '../tools/use-tools-texts.ts';
import { secretsOf } from './source-facts.ts';
import { secretsKey, useSecrets, useSources } from './source-queries.ts';
import { StoreSecretDialog } from './store-secret-dialog.tsx';
import { useSourcesTexts } from './use-sources-texts.ts';

type Opened = { readonly kind: 'store' | 'replace' | 'remove'; readonly name: string };

/** U3: names of the secrets that are stored. Values go in and never come out. */
export function SecretsPage() {
  const { secrets: texts } = useSourcesTexts();
  const { title, intro } = useToolsTexts();
  const query = useSecrets();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <Page
      title={title}
      text={intro}
      tabs={<ToolTabs current="/tools/secrets" />}
      actions={
        <Button look="primary" icon="plus" onClick={() => setOpened({ kind: 'store', name: '' })}>
          {texts.add}
        </Button>
      }
    >
      {query.data ? null : <NotReady query={query} />}
      {query.data?.length === 0 ? <EmptyState icon="key" level={2} title={texts.empty} text={texts.emptyText} /> : null}
      {query.data && query.data.length > 0 ? <SecretTable secrets={query.data} onOpen={setOpened} /> : null}
      {opened?.kind === 'store' ? <StoreSecretDialog name={null} onClose={close} /> : null}
      {opened?.kind === 'replace' ? <StoreSecretDialog name={opened.name} onClose={close} /> : null}
      {opened?.kind === 'remove' ? <RemoveSecretDialog name={opened.name} onClose={close} /> : null}
    </Page>
  );
}

function SecretTable({
  secrets,
  onOpen,
}: {
  readonly secrets: readonly SecretView[];
  readonly onOpen: (opened: Opened) => void;
}) {
  const { secrets: texts } = useSourcesTexts();
  const usersOf = useUsersOf();
  const { column } = texts;
  return (
    <Panel title={texts.title} text={texts.text} isFlush>
      <Table
        label={texts.title}
        columns={[
          { title: column.name },
          { title: column.usedBy },
          { title: column.updated },
          { title: column.actions, isHidden: true },
        ]}
      >
        {secrets.map(({ name, updated_at: updatedAt }) => (
          <Row key={name}>
            <Cell>
              <span className="exact font-medium">{name}</span>
            </Cell>
            <Cell name={column.usedBy}>
              {usersOf(name).join(', ') || <span className="text-soft">{texts.unused}</span>}
            </Cell>
            <Cell name={column.updated}>
              <Ago since={updatedAt} />
            </Cell>
            <Cell className="text-right md:py-1.5">
              <span className="inline-flex gap-1">
                <Button size="small" look="quiet" icon="pencil" onClick={() => onOpen({ kind: 'replace', name })}>
                  {texts.replace}
                  <span className="sr-only">{name}</span>
                </Button>
                <Button size="small" look="quiet" icon="deletes" onClick={() => onOpen({ kind: 'remove', name })}>
                  {texts.remove}
                  <span className="sr-only">{name}</span>
                </Button>
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

function RemoveSecretDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { secrets: texts } = useSourcesTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const say = useToast();
  const users = useUsersOf()(name);
  const remove = useMutation({
    mutationFn: () => api.call('removeSecret', { params: { name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: secretsKey(projectId) });
      say(texts.removed(name));
      onClose();
    },
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
      <p>{texts.removeText}</p>
      {users.length === 0 ? null : <p className="font-medium text-high">{texts.removeUsed(users.join(', '))}</p>}
    </ConfirmDialog>
  );
}

/** Names of the sources that need a secret. */
function useUsersOf(): (secret: string) => readonly string[] {
  const { data: sources = [] } = useSources();
  return (secret) => sources.filter(({ settings }) => secretsOf(settings).includes(secret)).map(({ name }) => name);
}
