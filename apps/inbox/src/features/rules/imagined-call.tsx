import { Tabs } from '@base-ui/react/tabs';
import type { ExplainRequest, JsonObject, ToolView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { Answer } from '../../design/answer.tsx';
import { Field, inputClass, TextArea } from '../../design/field.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { ArgumentsForm } from '../edit/arguments-form.tsx';
import { checkArguments, type InputSchema } from '../edit/check-arguments.ts';
import { usePaused } from './use-paused.ts';
import { useRulesTexts } from './use-rules-texts.ts';

/** A call that might be made: a tool, and arguments by its own schema. Told once they can be judged. */
export function ImaginedCall({ onChange }: { readonly onChange: (request: ExplainRequest | null) => void }) {
  const { api, projectId } = useSession();
  const tools = useQuery({
    queryKey: [...projectKey(projectId), 'tools'],
    queryFn: ({ signal }) => api.call('listAvailableTools', { params: { project_id: projectId } }, { signal }),
  });
  return <Answer of={tools}>{(available) => <Call tools={available.tools} onChange={onChange} />}</Answer>;
}

function Call({
  tools,
  onChange,
}: {
  readonly tools: readonly ToolView[];
  readonly onChange: (request: ExplainRequest | null) => void;
}) {
  const texts = useRulesTexts();
  const [name, setName] = useState('');
  const [text, setText] = useState('{}');
  const schema = tools.find((tool) => tool.name === name)?.input_schema as InputSchema | undefined;
  const draft = useMemo(() => parseObject(text), [text]);
  const problems = useMemo(() => (draft && schema ? checkArguments(schema, draft) : {}), [draft, schema]);
  const isSound = schema !== undefined && draft !== null && Object.keys(problems).length === 0;
  const asked = usePaused(isSound ? `${name}\n${text}` : null);
  useEffect(() => {
    if (asked === null) return onChange(null);
    const at = asked.indexOf('\n');
    onChange({ tool_name: asked.slice(0, at), tool_params: parseObject(asked.slice(at + 1)) ?? {} });
  }, [asked, onChange]);
  return (
    <>
      <Field label={texts.tool}>
        {(wiring) => (
          <select
            {...wiring}
            className={inputClass}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setText('{}');
            }}
          >
            <option value="">–</option>
            {tools.map((tool) => (
              <option key={tool.name} value={tool.name}>
                {makeVisible(tool.name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {schema ? (
        <ArgumentsEditor
          key={name}
          schema={schema}
          text={text}
          draft={draft}
          problems={text === '{}' ? {} : problems}
          onChange={setText}
        />
      ) : null}
    </>
  );
}

function ArgumentsEditor({
  schema,
  text,
  draft,
  problems,
  onChange,
}: {
  readonly schema: InputSchema;
  readonly text: string;
  readonly draft: JsonObject | null;
  readonly problems: ReturnType<typeof checkArguments>;
  readonly onChange: (text: string) => void;
}) {
  const { edit } = useTexts();
  return (
    <Tabs.Root defaultValue="form">
      <Tabs.List className="mb-3 flex gap-1 border-b border-line">
        {(['form', 'json'] as const).map((tab) => (
          <Tabs.Tab
            key={tab}
            value={tab}
            className="-mb-px border-b-2 border-transparent px-3 py-1.5 font-medium text-soft data-active:border-accent data-active:text-ink"
          >
            {edit.tab[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="form">
        {draft === null ? (
          <p className="text-soft">{edit.notJson}</p>
        ) : (
          <ArgumentsForm
            schema={schema}
            draft={draft}
            problems={problems}
            onChange={(changed) => onChange(JSON.stringify(changed, null, 2))}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <TextArea
          aria-label={edit.tab.json}
          aria-invalid={draft === null}
          rows={Math.min(jsonRowsMax, text.split('\n').length + 1)}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          className="exact text-small"
        />
        {draft === null ? <p className="mt-1 text-high">{edit.notJson}</p> : null}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

const jsonRowsMax = 18;

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
