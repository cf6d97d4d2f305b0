import type { JsonObject, JsonValue } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { Field, Input, inputClass, TextArea } from '../../design/field.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import type { ArgumentProblem, InputSchema, PropertySchema } from './check-arguments.ts';

/** A field for each argument there is or could be, made from the tool's own schema. */
export function ArgumentsForm({
  schema,
  draft,
  problems,
  onChange,
}: {
  readonly schema: InputSchema;
  readonly draft: JsonObject;
  readonly problems: Readonly<Record<string, ArgumentProblem>>;
  readonly onChange: (draft: JsonObject) => void;
}) {
  const { edit: texts } = useTexts();
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(draft)])];
  const set = (name: string, value: JsonValue | undefined): void => {
    const { [name]: _, ...rest } = draft;
    onChange(value === undefined ? rest : { ...draft, [name]: value });
  };
  const problemText = (problem: ArgumentProblem | undefined): string | undefined => {
    switch (problem?.kind) {
      case undefined:
        return undefined;
      case 'missing':
        return texts.missing;
      case 'unknown':
        return texts.unknownArgument;
      case 'type':
        return texts.wrongType(makeVisible(problem.expected));
      case 'range':
        return texts.outOfRange(problem.min, problem.max);
    }
  };
  return (
    <div className="grid gap-3">
      {names.map((name) => (
        <Field
          key={name}
          label={makeVisible(name)}
          hint={visibleOr(schema.properties?.[name]?.description)}
          error={problemText(problems[name])}
        >
          {(wiring) => (
            <ValueInput
              wiring={wiring}
              property={schema.properties?.[name] ?? {}}
              value={draft[name] as JsonValue | undefined}
              onChange={(value) => set(name, value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** Descriptions of tools come from services, and may hold anything. */
function visibleOr(text: string | undefined): string | undefined {
  return text === undefined ? undefined : makeVisible(text);
}

type InputProps = {
  readonly wiring: { readonly id: string; readonly 'aria-describedby': string; readonly 'aria-invalid': boolean };
  readonly property: PropertySchema;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
};

const rowsMax = 14;

function ValueInput({ wiring, property, value, onChange }: InputProps) {
  if (property.enum)
    return (
      <select
        {...wiring}
        className={inputClass}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(property.enum?.find((each) => String(each) === target.value))}
      >
        <option value="">–</option>
        {property.enum.map((each) => (
          <option key={String(each)} value={String(each)}>
            {makeVisible(String(each))}
          </option>
        ))}
      </select>
    );
  if (property.type === 'boolean')
    return (
      <input
        {...wiring}
        type="checkbox"
        className="size-4 justify-self-start accent-accent"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  if (property.type === 'integer' || property.type === 'number')
    return (
      <Input
        {...wiring}
        type="number"
        value={typeof value === 'number' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
    );
  if (property.type === 'string' && (value === undefined || typeof value === 'string'))
    return (
      <TextArea
        {...wiring}
        rows={Math.min(rowsMax, (value ?? '').split('\n').length)}
        className="exact text-small"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' && value === undefined ? undefined : target.value)}
      />
    );
  if (isListOfLines(property, value))
    return (
      <TextArea
        {...wiring}
        rows={Math.min(rowsMax, Math.max(1, value?.length ?? 0))}
        className="exact text-small"
        value={value?.join('\n') ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    );
  return <JsonInput wiring={wiring} property={property} value={value} onChange={onChange} />;
}

/** Words that stand one a line: they have no line feeds of their own. */
function isListOfLines({ type, items }: PropertySchema, value: JsonValue | undefined): value is string[] | undefined {
  if (type !== 'array' || items?.type !== 'string') return false;
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes('\n'));
}

/** Anything else as JSON; what cannot be read yet is kept as it is typed and changes nothing. */
function JsonInput({ wiring, value, onChange }: InputProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [isReadable, setIsReadable] = useState(true);
  const change = (typed: string): void => {
    setText(typed);
    try {
      onChange(typed.trim() === '' ? undefined : (JSON.parse(typed) as JsonValue));
      setIsReadable(true);
    } catch {
      setIsReadable(false);
    }
  };
  return (
    <TextArea
      {...wiring}
      aria-invalid={!isReadable || wiring['aria-invalid']}
      rows={Math.min(rowsMax, text.split('\n').length)}
      className="exact text-small"
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  );
}
