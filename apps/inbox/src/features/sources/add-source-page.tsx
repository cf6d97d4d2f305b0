import type { CreateSourceRequest, ImportView } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { BackLink } from '../../design/back-link.tsx';
import { Button } from '../../design/button.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { useToast } from '../../design/toast.tsx';
import { useForgetTools } from '../tools/tool-queries.ts';
import { ToolTable } from '../tools/tool-table.tsx';
import { useToolsTexts } from '../tools/use-tools-texts.ts';
import { AuthFields } from './auth-fields.tsx';
import { ImportFindings } from './import-findings.tsx';
import { MoreFields } from './more-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { emptyForm, type SourceForm, settingsOf } from './source-form.ts';
import { useSourcesTexts } from './use-sources-texts.ts';

/** U1: a service is looked at first; what was seen then is saved, and nothing else. */
export function AddSourcePage() {
  const texts = useSourcesTexts();
  const { backToSources } = useToolsTexts();
  const { api } = useSession();
  const [form, setForm] = useState(emptyForm);
  const look = useMutation({
    mutationFn: async (settings: CreateSourceRequest) => ({
      settings,
      found: await api.call('createSource', { body: { ...settings, dry_run: true } }),
    }),
  });
  const settings = settingsOf(form);
  const change = (changed: Partial<SourceForm>): void => {
    setForm({ ...form, ...changed });
    // What was seen is no longer what the form means.
    look.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (settings) look.mutate(settings);
  };
  return (
    <Page
      title={texts.addTitle}
      text={texts.addIntro}
      back={<BackLink href="/tools/sources">{backToSources}</BackLink>}
    >
      <form onSubmit={submit} className="grid gap-5">
        <PlaceFields form={form} onChange={change} />
        <AuthFields form={form} onChange={change} />
        <MoreFields form={form} isSound={settings !== null} onChange={change} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            look={look.data ? 'outline' : 'primary'}
            size="large"
            icon="search"
            disabled={look.isPending || settings === null}
          >
            {texts.look}
          </Button>
          <span role="status" className="text-soft">
            {look.isPending ? texts.looking : null}
          </span>
        </div>
        {look.error ? (
          <p role="alert" className="rounded-md bg-high-wash px-4 py-3 text-high">
            {look.error.message}
          </p>
        ) : null}
      </form>
      {look.data ? <Preview settings={look.data.settings} found={look.data.found} /> : null}
    </Page>
  );
}

function Preview({ settings, found }: { readonly settings: CreateSourceRequest; readonly found: ImportView }) {
  const texts = useSourcesTexts();
  const { api } = useSession();
  const say = useToast();
  const forgetTools = useForgetTools();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }, []);
  const save = useMutation({
    mutationFn: () =>
      api.call('createSource', { body: { ...settings, expected_inventory_hash: found.inventory_hash } }),
    onSuccess: () => {
      void forgetTools();
      say(texts.saved(settings.name));
      navigate(`/tools/sources/${settings.name}`);
    },
  });
  const count = found.tools.length;
  return (
    <div ref={top} tabIndex={-1} className="grid gap-4 outline-none">
      <Panel title={texts.foundTools(count)} text={texts.foundText} isFlush>
        {count === 0 ? (
          <p className="px-4 py-4 text-soft">{texts.noneFound}</p>
        ) : (
          <ToolTable label={texts.foundTools(count)} tools={found.tools} isSaved={false} />
        )}
      </Panel>
      <ImportFindings found={found} />
      {save.error ? (
        <p role="alert" className="rounded-md bg-high-wash px-4 py-3 text-high">
          {save.error.message}
        </p>
      ) : null}
      <div>
        <Button look="primary" size="large" icon="check" disabled={save.isPending} onClick={() => save.mutate()}>
          {texts.save(count)}
        </Button>
      </div>
    </div>
  );
}
