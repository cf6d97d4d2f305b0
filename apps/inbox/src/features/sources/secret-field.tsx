import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Field, inputClass } from '../../design/field.tsx';
import { useSecrets } from './source-queries.ts';
import { StoreSecretDialog } from './store-secret-dialog.tsx';
import { useSourcesTexts } from './use-sources-texts.ts';

/** One of the stored secrets, by its name; or a new one, which is stored and then chosen. */
export function SecretField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (name: string) => void;
}) {
  const texts = useSourcesTexts();
  const { data: secrets = [] } = useSecrets();
  const [isStoring, setIsStoring] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field label={texts.secret} hint={texts.secretHint}>
          {(wiring) => (
            <select
              {...wiring}
              required
              className={`${inputClass} min-h-9`}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            >
              <option value="">{texts.chooseSecret}</option>
              {secrets.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Button icon="plus" className="mt-6.5" onClick={() => setIsStoring(true)}>
        {texts.secrets.add}
      </Button>
      {isStoring ? <StoreSecretDialog name={null} onStored={onChange} onClose={() => setIsStoring(false)} /> : null}
    </div>
  );
}
