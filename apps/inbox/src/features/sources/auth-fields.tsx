import { Field, Input, inputClass } from '../../design/field.tsx';
import { Panel } from '../../design/page.tsx';
import type { FormProps } from './place-fields.tsx';
import { SecretField } from './secret-field.tsx';
import { authChoices, type SourceForm } from './source-form.ts';
import { useSourcesTexts } from './use-sources-texts.ts';

type TextName = 'keyName' | 'username' | 'issuer' | 'clientId' | 'audience' | 'scopes';

/** Which of them a way to tell who calls needs; a secret is needed by all of these. */
const fieldsOf: Readonly<Record<SourceForm['auth'], readonly TextName[] | null>> = {
  none: null,
  pass_through: null,
  bearer: [],
  header: ['keyName'],
  query: ['keyName'],
  http_basic: ['username'],
  client_credentials: ['issuer', 'clientId', 'audience', 'scopes'],
  token_exchange: ['issuer', 'clientId', 'audience', 'scopes'],
};
const optional: ReadonlySet<TextName> = new Set(['audience', 'scopes']);

/** U3: how the service is told who calls. Secrets are chosen by name. */
export function AuthFields({ form, onChange }: FormProps) {
  const texts = useSourcesTexts();
  const fields = fieldsOf[form.auth];
  const label: Readonly<Record<TextName, string>> = {
    keyName: texts.keyName,
    username: texts.username,
    issuer: texts.issuer,
    clientId: texts.clientId,
    audience: texts.audienceLabel,
    scopes: texts.scopesLabel,
  };
  const hint: Partial<Record<TextName, string>> = { issuer: texts.issuerHint, scopes: texts.scopesHint };
  return (
    <Panel>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={texts.authLabel}>
          {(wiring) => (
            <select
              {...wiring}
              className={`${inputClass} min-h-9`}
              value={form.auth}
              onChange={({ target }) => onChange({ auth: target.value as SourceForm['auth'] })}
            >
              {authChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {texts.authChoice[choice]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {fields === null ? null : <SecretField value={form.secret} onChange={(secret) => onChange({ secret })} />}
        {fields?.map((name) => (
          <Field key={name} label={label[name]} hint={hint[name]}>
            {(wiring) => (
              <Input
                {...wiring}
                required={!optional.has(name)}
                spellCheck={false}
                value={form[name]}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </Panel>
  );
}
