import type { SettingView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Panel, Tag } from '../../design/page.tsx';
import { SearchInput } from '../../design/search-input.tsx';
import { groupSettings, sourceOf } from './setting-groups.ts';
import { useSettingsTexts } from './use-settings-texts.ts';

export function ServerSettings() {
  const texts = useSettingsTexts();
  const { api, projectId } = useSession();
  const query = useQuery({
    queryKey: [...projectKey(projectId), 'settings'],
    queryFn: ({ signal }) => api.call('getSettings', {}, { signal }),
  });
  return (
    <Panel title={texts.server} text={texts.serverText} isFlush>
      {query.data ? <SettingList settings={query.data.settings} file={query.data.file} /> : <NotReady query={query} />}
    </Panel>
  );
}

function SettingList({ settings, file }: { readonly settings: readonly SettingView[]; readonly file: string | null }) {
  const texts = useSettingsTexts();
  const [text, setText] = useState('');
  const [isOnlyChanged, setIsOnlyChanged] = useState(false);
  const groups = useMemo(() => groupSettings(settings, { text, isOnlyChanged }), [settings, text, isOnlyChanged]);
  const count = groups.reduce((sum, [, found]) => sum + found.length, 0);
  const showAll = (): void => {
    setText('');
    setIsOnlyChanged(false);
  };
  return (
    <>
      <div className="grid gap-3 border-b border-line px-4 py-3">
        <p className="text-small text-soft">
          {file === null ? (
            texts.noFile
          ) : (
            <>
              {texts.file} <code className="exact text-ink">{makeVisible(file)}</code>.
            </>
          )}{' '}
          {texts.restart}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SearchInput label={texts.search} value={text} onChange={setText} />
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isOnlyChanged}
              onChange={({ target }) => setIsOnlyChanged(target.checked)}
            />
            {texts.onlyChanged}
          </label>
          <span role="status" className="text-small text-soft tabular-nums">
            {texts.count(count)}
          </span>
        </div>
      </div>
      {count === 0 ? (
        <EmptyState icon="search" level={2} title={texts.noneFound} text={texts.noneFoundText}>
          <Button onClick={showAll}>{texts.showAll}</Button>
        </EmptyState>
      ) : null}
      {groups.map(([group, found]) => (
        <section key={group} aria-label={texts.groups[group]} className="border-b border-line last:border-0">
          <h3 className="caption bg-wash px-4 py-1.5">{texts.groups[group]}</h3>
          <ul>
            {found.map((setting) => (
              <SettingRow key={setting.name} setting={setting} file={file} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function SettingRow({ setting, file }: { readonly setting: SettingView; readonly file: string | null }) {
  const texts = useSettingsTexts();
  const { name, value, source, description } = setting;
  const kind = sourceOf(setting);
  return (
    <li className="border-t border-line first:border-0">
      <details className="group">
        <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-wash md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_7rem_auto]">
          <span className="min-w-0">
            <code className="exact font-medium">{name}</code>
            <span className="block text-small text-soft">{description}</span>
          </span>
          <span className="min-w-0 max-md:col-start-1">
            {value === null ? (
              <span className="text-soft">{texts.notSet}</span>
            ) : (
              <code className="exact">{makeVisible(value)}</code>
            )}
          </span>
          <span className="max-md:col-start-1">
            <Tag tone={kind === 'default' ? 'plain' : 'accent'}>{texts.source[kind]}</Tag>
            {kind === 'file' ? <code className="exact block text-tiny text-soft">{makeVisible(source)}</code> : null}
          </span>
          <span className="text-soft max-md:col-start-2 max-md:row-start-1">
            <Icon name="chevron" className="size-5 transition-transform group-open:rotate-180" />
            <span className="sr-only">{texts.howToChange}</span>
          </span>
        </summary>
        <HowToChange setting={setting} file={file} />
      </details>
    </li>
  );
}

/** The same value again, as it would be written at each place where it can be set. */
function HowToChange({
  setting: { name, value, flag, environment },
  file,
}: {
  readonly setting: SettingView;
  readonly file: string | null;
}) {
  const texts = useSettingsTexts();
  const shown = value ?? '…';
  const ways = [
    { text: texts.byFlag, line: flag === null ? null : `countersign start ${flag} ${shown}` },
    { text: texts.byEnvironment, line: environment === null ? null : `${environment}=${shown}` },
    { text: file === null ? texts.byFile : `${texts.byFile} (${makeVisible(file)})`, line: `${name}: ${shown}` },
  ];
  return (
    <div className="grid gap-3 bg-wash px-4 py-3 md:grid-cols-3">
      {ways.map(({ text, line }) =>
        line === null ? null : (
          <div key={text} className="grid min-w-0 content-start gap-1">
            <p className="text-small text-soft break-words">{text}</p>
            <CodeBlock text={line} />
          </div>
        ),
      )}
    </div>
  );
}
