import type { PrincipalKind } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useId } from 'react';
import { classNames } from '../../design/class-names.ts';
import { Field, Input, inputClass } from '../../design/field.tsx';
import { nameLengthMax } from './name-length-max.ts';
import { useProjects, useUsers } from './people-queries.ts';
import { usePeopleTexts } from './use-people-texts.ts';

const daySeconds = 24 * 3600;
const expirySeconds = {
  day: daySeconds,
  week: 7 * daySeconds,
  month: 30 * daySeconds,
  quarter: 90 * daySeconds,
  year: 365 * daySeconds,
  never: null,
} as const;
type Expiry = keyof typeof expirySeconds;
const kinds: readonly PrincipalKind[] = ['agent', 'runner', 'user'];

/** What is asked for before a token is made. */
export type NewToken = {
  readonly kind: PrincipalKind;
  readonly name: string;
  readonly projectId: string;
  readonly userId: string;
  readonly machine: string;
  readonly expiry: Expiry;
};

export function requestOf({ kind, name, projectId, userId, machine, expiry }: NewToken) {
  const seconds = expirySeconds[expiry];
  return {
    kind,
    name: name.trim(),
    user_id: userId,
    ...(kind === 'user' ? {} : { project_id: projectId }),
    ...(kind === 'runner' ? { machine: machine.trim() } : {}),
    ...(seconds === null ? {} : { expires_in_seconds: seconds }),
  };
}

export function KindChoice({
  kind,
  onChange,
}: {
  readonly kind: PrincipalKind;
  readonly onChange: (kind: PrincipalKind) => void;
}) {
  const texts = usePeopleTexts();
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{texts.tokenFor}</legend>
      <div className="grid gap-1.5">
        {kinds.map((each) => (
          <label
            key={each}
            className={classNames(
              'flex items-start gap-2.5 rounded-md border px-3 py-2',
              each === kind ? 'border-accent bg-accent-wash' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={id}
              className="mt-1 size-4 shrink-0 accent-accent"
              checked={each === kind}
              onChange={() => onChange(each)}
            />
            <span>
              <span className="font-medium">{texts.kinds[each]}</span>
              <span className="block text-small text-soft">{texts.kindHints[each]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function TokenFields({
  given,
  error,
  onChange,
}: {
  readonly given: NewToken;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<NewToken>) => void;
}) {
  const texts = usePeopleTexts();
  const { data: users = [] } = useUsers();
  const { data: projects = [] } = useProjects();
  const { kind, name, projectId, userId, machine, expiry } = given;
  return (
    <>
      <Field label={texts.tokenName} hint={texts.tokenNameHints[kind]} error={error}>
        {(wiring) => (
          <Input
            {...wiring}
            required
            maxLength={nameLengthMax}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={kind === 'user' ? texts.whom : texts.onBehalf} hint={kind === 'user' ? '' : texts.onBehalfHint}>
          {(wiring) => (
            <select
              {...wiring}
              className={inputClass}
              value={userId}
              onChange={({ target }) => onChange({ userId: target.value })}
            >
              {users.map(({ user_id: id, name: userName }) => (
                <option key={id} value={id}>
                  {makeVisible(userName)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {kind === 'user' ? null : (
          <Field label={texts.project}>
            {(wiring) => (
              <select
                {...wiring}
                className={inputClass}
                value={projectId}
                onChange={({ target }) => onChange({ projectId: target.value })}
              >
                {projects.map(({ project_id: id, name: projectName }) => (
                  <option key={id} value={id}>
                    {makeVisible(projectName)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {kind === 'runner' ? (
          <Field label={texts.machine} hint={texts.machineHint}>
            {(wiring) => (
              <Input
                {...wiring}
                required
                maxLength={nameLengthMax}
                value={machine}
                onChange={({ target }) => onChange({ machine: target.value })}
              />
            )}
          </Field>
        ) : null}
        <Field label={texts.expiry} hint={texts.expiryHint}>
          {(wiring) => (
            <select
              {...wiring}
              className={inputClass}
              value={expiry}
              onChange={({ target }) => onChange({ expiry: target.value as Expiry })}
            >
              {(Object.keys(expirySeconds) as Expiry[]).map((each) => (
                <option key={each} value={each}>
                  {texts.expiries[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  );
}
