import type { ImportView, SourceView } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { useOnce } from '../../app/use-once.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import type { DiffLine } from '../../design/diff-rows.ts';
import { DiffView } from '../../design/diff-view.tsx';
import { Tag } from '../../design/page.tsx';
import { useToast } from '../../design/toast.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useForgetTools } from '../tools/tool-queries.ts';
import { DocumentField } from './document-field.tsx';
import { ImportFindings } from './import-findings.tsx';
import { isFromDocument } from './source-facts.ts';
import { useSourcesTexts } from './use-sources-texts.ts';

/** U1: looks at a service again, shows what is not as it was, and saves just that. */
export function RefreshSourceDialog({
  source,
  onClose,
}: {
  readonly source: SourceView;
  readonly onClose: () => void;
}) {
  const texts = useSourcesTexts();
  const { design } = useTexts();
  const { api } = useSession();
  const say = useToast();
  const forgetTools = useForgetTools();
  const [document, setDocument] = useState('');
  const newer = document.trim() === '' ? {} : { document };
  const params = { source: source.name };
  const look = useMutation({
    mutationFn: () => api.call('refreshSource', { params, body: { dry_run: true, ...newer } }),
  });
  const save = useMutation({
    mutationFn: (hash: string) =>
      api.call('refreshSource', { params, body: { expected_inventory_hash: hash, ...newer } }),
    onSuccess: async () => {
      await forgetTools();
      say(texts.refreshed(source.name));
      onClose();
    },
  });
  useOnce(() => look.mutate());
  const found = look.data;
  const error = save.error ?? look.error;
  const footer = (
    <>
      {found ? (
        <Button
          look="primary"
          icon="check"
          disabled={save.isPending || look.isPending}
          onClick={() => save.mutate(found.inventory_hash)}
        >
          {found.changes.length === 0 ? texts.noteLook : texts.saveChanges}
        </Button>
      ) : null}
      <Button look="quiet" onClick={onClose}>
        {design.close}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.refreshTitle(source.name)} isWide footer={footer} onClose={onClose}>
      <div className="grid gap-4">
        {isFromDocument(source.settings) ? (
          <div className="grid justify-items-start gap-2">
            <DocumentField
              label={texts.newDocument}
              hint={texts.newDocumentHint}
              value={document}
              onChange={(text) => {
                setDocument(text);
                look.reset();
              }}
            />
            <Button icon="search" disabled={look.isPending} onClick={() => look.mutate()}>
              {texts.lookWithDocument}
            </Button>
          </div>
        ) : null}
        <p role="status" className={look.isPending ? 'text-soft' : 'sr-only'}>
          {look.isPending ? texts.looking : null}
        </p>
        {error ? (
          <p role="alert" className="rounded-md bg-high-wash px-3 py-2 text-high">
            {error.message}
          </p>
        ) : null}
        {found ? (
          <>
            <ImportFindings found={found} />
            <Changes found={found} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

const tones = { added: 'accent', changed: 'warn', removed: 'plain', restored: 'accent' } as const;

function Changes({ found: { changes } }: { readonly found: ImportView }) {
  const texts = useSourcesTexts();
  if (changes.length === 0) return <p>{texts.nothingChanged}</p>;
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="font-semibold">{texts.changes(changes.length)}</h3>
        <p className="text-small text-soft">{texts.changedText}</p>
      </div>
      {changes.map((change) => (
        <div key={change.tool_id} className="overflow-hidden rounded-md border border-line">
          <h4 className="flex flex-wrap items-center gap-2 px-3 py-1.5">
            <span className="exact text-small font-medium">{change.tool_id}</span>
            <Tag tone={tones[change.kind]}>{texts.change[change.kind]}</Tag>
          </h4>
          {change.diff.length === 0 ? null : (
            <div className="border-t border-line bg-wash">
              <DiffView label={change.tool_id} lines={change.diff.map(lineOf)} />
            </div>
          )}
        </div>
      ))}
    </section>
  );
}

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'add', '-': 'remove', ' ': 'same' };

/** A sign, a blank and the line itself, whose characters the server has made visible already. */
function lineOf(line: string): DiffLine {
  return { kind: kinds[line[0] ?? ' '] ?? 'note', number: null, text: line.slice(2) };
}
