import { useId } from 'react';
import { Field, TextArea } from '../../design/field.tsx';
import { useSourcesTexts } from './use-sources-texts.ts';

/** A document that describes a service: from a file of this machine, or pasted. */
export function DocumentField({
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
  readonly onChange: (text: string) => void;
}) {
  const texts = useSourcesTexts();
  const fileId = useId();
  return (
    <div className="grid w-full gap-2">
      <Field label={label} hint={hint}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={6}
            required={isRequired}
            className="exact text-small"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2 text-small">
        <label htmlFor={fileId} className="text-soft">
          {texts.file}
        </label>
        <input
          id={fileId}
          type="file"
          accept=".json,.yaml,.yml"
          className="max-w-full rounded-md border border-line p-1 file:mr-2 file:rounded-sm file:border-0 file:bg-wash file:px-2 file:py-0.5 file:text-ink"
          onChange={({ target }) => void target.files?.[0]?.text().then(onChange)}
        />
      </div>
    </div>
  );
}
