import { Field, inputClass, TextArea } from '../../design/field.tsx';
import { Panel } from '../../design/page.tsx';
import type { FormProps } from './place-fields.tsx';
import { useSourcesTexts } from './use-sources-texts.ts';

const refreshChoices = [0, 3_600, 86_400, 604_800] as const;

/** How often it is looked at, and everything that has no field of its own. */
export function MoreFields({ form, isSound, onChange }: FormProps & { readonly isSound: boolean }) {
  const texts = useSourcesTexts();
  return (
    <Panel>
      <div className="grid gap-4">
        <div className="md:w-1/2 md:pr-2">
          <Field label={texts.refreshLabel}>
            {(wiring) => (
              <select
                {...wiring}
                className={`${inputClass} min-h-9`}
                value={form.refreshSeconds}
                onChange={({ target }) => onChange({ refreshSeconds: Number(target.value) })}
              >
                {refreshChoices.map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {texts.refreshChoice[seconds]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <details>
          <summary className="min-h-6 cursor-pointer font-medium">{texts.more}</summary>
          <div className="mt-3">
            <Field label={texts.moreLabel} hint={texts.moreHint} error={isSound ? undefined : texts.notJson}>
              {(wiring) => (
                <TextArea
                  {...wiring}
                  rows={5}
                  className="exact text-small"
                  value={form.more}
                  onChange={({ target }) => onChange({ more: target.value })}
                />
              )}
            </Field>
          </div>
        </details>
      </div>
    </Panel>
  );
}
