import { classNames } from '../../design/class-names.ts';
import { Field, Input, TextArea } from '../../design/field.tsx';
import { Panel } from '../../design/page.tsx';
import { DocumentField } from './document-field.tsx';
import { type SourceForm, sourceChoices } from './source-form.ts';
import { useSourcesTexts } from './use-sources-texts.ts';

export type FormProps = {
  readonly form: SourceForm;
  readonly onChange: (changed: Partial<SourceForm>) => void;
};

// Browsers read patterns with the flag v: a hyphen in a class has to be escaped.
const namePattern = '(?!builtin$)[a-z0-9][a-z0-9\\-]{0,39}';
const urlPattern = 'https?://.*';

/** What kind of service it is, what it is called, and where it is. */
export function PlaceFields({ form, onChange }: FormProps) {
  const texts = useSourcesTexts();
  const isDescribed = form.choice === 'openapi' || form.choice === 'http';
  return (
    <>
      <Panel>
        <fieldset>
          <legend className="mb-2 font-semibold">{texts.what}</legend>
          <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
            {sourceChoices.map((choice) => (
              <Choice
                key={choice}
                name="choice"
                isChosen={form.choice === choice}
                title={texts.choice[choice]}
                text={texts.choiceText[choice]}
                onChoose={() => onChange({ choice })}
              />
            ))}
          </div>
        </fieldset>
      </Panel>
      <Panel>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={texts.name} hint={texts.nameHint}>
            {(wiring) => (
              <Input
                {...wiring}
                required
                pattern={namePattern}
                spellCheck={false}
                value={form.name}
                onChange={({ target }) => onChange({ name: target.value })}
              />
            )}
          </Field>
          {isDescribed ? <Description form={form} onChange={onChange} /> : null}
          {form.choice === 'mcp' ? (
            <UrlField
              label={texts.mcpUrl}
              hint={texts.mcpUrlHint}
              value={form.url}
              isRequired
              onChange={(url) => onChange({ url })}
            />
          ) : null}
          {form.choice === 'mcp_stdio' ? (
            <Field label={texts.command} hint={texts.commandHint}>
              {(wiring) => (
                <TextArea
                  {...wiring}
                  required
                  rows={4}
                  className="exact text-small"
                  value={form.command}
                  onChange={({ target }) => onChange({ command: target.value })}
                />
              )}
            </Field>
          ) : (
            <PrivateField form={form} onChange={onChange} />
          )}
        </div>
      </Panel>
    </>
  );
}

/** Where the description is, and where requests go if not where it says. */
function Description({ form, onChange }: FormProps) {
  const texts = useSourcesTexts();
  return (
    <>
      <UrlField
        label={texts.baseUrl}
        hint={texts.baseUrlHint}
        value={form.baseUrl}
        onChange={(baseUrl) => onChange({ baseUrl })}
      />
      <div className="grid gap-3 md:col-span-2">
        <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
          <legend className="mb-1 font-medium">{texts.whereFrom}</legend>
          {(['url', 'document'] as const).map((from) => (
            <label key={from} className="flex min-h-6 items-center gap-2">
              <input
                type="radio"
                name="from"
                className="accent-accent"
                checked={form.from === from}
                onChange={() => onChange({ from })}
              />
              {texts.from[from]}
            </label>
          ))}
        </fieldset>
        {form.from === 'url' ? (
          <UrlField
            label={texts.url}
            hint={texts.urlHint}
            value={form.url}
            isRequired
            onChange={(url) => onChange({ url })}
          />
        ) : (
          <DocumentField
            label={texts.document}
            hint={texts.documentHint}
            value={form.document}
            isRequired
            onChange={(document) => onChange({ document })}
          />
        )}
      </div>
    </>
  );
}

function UrlField({
  label,
  hint,
  value,
  isRequired = false,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly isRequired?: boolean;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(wiring) => (
        <Input
          {...wiring}
          type="url"
          required={isRequired}
          pattern={urlPattern}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function PrivateField({ form, onChange }: FormProps) {
  const texts = useSourcesTexts();
  return (
    <label className="flex items-start gap-2.5 md:col-span-2">
      <input
        type="checkbox"
        className="mt-1 size-4 accent-accent"
        checked={form.allowsPrivate}
        onChange={({ target }) => onChange({ allowsPrivate: target.checked })}
      />
      <span>
        <span className="font-medium">{texts.allowPrivate}</span>
        <span className="block text-small text-soft">{texts.allowPrivateHint}</span>
      </span>
    </label>
  );
}

function Choice({
  name,
  isChosen,
  title,
  text,
  onChoose,
}: {
  readonly name: string;
  readonly isChosen: boolean;
  readonly title: string;
  readonly text: string;
  readonly onChoose: () => void;
}) {
  return (
    <label
      className={classNames(
        'flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2',
        isChosen ? 'border-accent bg-accent-wash' : 'border-line hover:bg-wash',
      )}
    >
      <input type="radio" name={name} className="mt-1 accent-accent" checked={isChosen} onChange={onChoose} />
      <span>
        <span className="font-medium">{title}</span>
        <span className="block text-small text-soft">{text}</span>
      </span>
    </label>
  );
}
