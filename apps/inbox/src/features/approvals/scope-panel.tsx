import type { ApprovalView, GrantScope } from '@countersign/contract';
import { useId, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import type { Guard } from './approve-button.tsx';
import { GraveButton } from './grave-button.tsx';
import type { Verdict } from './use-decide.ts';

/** How long it is remembered, in seconds; 0 for as long as the session goes on. */
const expiries = [900, 3_600, 28_800, 0] as const;
const widestExpiry = 3_600;

/** Approves this call and others like it. What it will cover is said in the words of the rule itself. */
export function ScopePanel({
  approval,
  isDisabled,
  guard,
  onApprove,
  onBack,
}: {
  readonly approval: ApprovalView;
  readonly isDisabled: boolean;
  readonly guard: Guard;
  readonly onApprove: (verdict: Verdict) => void;
  readonly onBack: () => void;
}) {
  const { approval: texts } = useTexts();
  const offers = approval.scopes.filter(({ scope }) => scope !== 'call');
  const [scope, setScope] = useState<GrantScope | null>(null);
  const [expiry, setExpiry] = useState<number>(0);
  const expiryId = useId();
  const chosen = offers.find((offer) => offer.scope === scope);
  const isGrave = chosen?.warning != null || approval.risk_level === 'HIGH';
  const cannotSend = scope === null || isDisabled;
  const approve = (): void => {
    if (scope === null) return;
    onApprove({ decision: 'approve', scope, ...(expiry === 0 ? {} : { expires_in_seconds: expiry }) });
  };
  const choose = (next: GrantScope): void => {
    setScope(next);
    // What reaches furthest ends soonest, unless someone wants it otherwise.
    setExpiry(next === 'session' ? widestExpiry : expiry);
  };
  return (
    <div className="grid gap-3">
      <fieldset className="grid max-h-[40vh] gap-1 overflow-auto">
        <legend className="caption mb-1">{texts.scopeTitle}</legend>
        {offers.map((offer) => (
          <label
            key={offer.scope}
            className={classNames(
              'flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2',
              scope === offer.scope ? 'border-accent bg-accent-wash' : 'border-line hover:bg-wash',
            )}
          >
            <input
              type="radio"
              name="scope"
              className="mt-1 accent-accent"
              checked={scope === offer.scope}
              onChange={() => choose(offer.scope)}
            />
            <span className="min-w-0">
              <span className="exact font-sans font-medium">{offer.text}</span>
              {offer.past_calls === null ? null : (
                <span className="block text-small text-soft">
                  {texts.pastCalls(offer.past_calls.covered, offer.past_calls.of)}
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {chosen?.warning ? (
        <p className="flex gap-2 rounded-md bg-high-wash px-3 py-2 text-high">
          <Icon name="warning" className="mt-1 size-4" />
          {chosen.warning}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={expiryId} className="text-soft">
          {texts.remembersFor}
        </label>
        <select
          id={expiryId}
          className={classNames(inputClass, 'sm:w-44')}
          value={expiry}
          onChange={({ target }) => setExpiry(Number(target.value))}
        >
          {expiries.map((seconds) => (
            <option key={seconds} value={seconds}>
              {texts.expiry[seconds]}
            </option>
          ))}
        </select>
        <span className="flex-1" />
        <Button size="large" look="quiet" keyHint="Esc" onClick={onBack}>
          {texts.back}
        </Button>
        {isGrave ? (
          <GraveButton isDisabled={cannotSend} sendText={texts.approveScope} onApprove={approve}>
            {texts.holdToApproveScope}
          </GraveButton>
        ) : (
          <Button
            size="large"
            look="primary"
            icon="check"
            aria-disabled={cannotSend}
            onClick={cannotSend ? undefined : guard(approve)}
          >
            {texts.approveScope}
          </Button>
        )}
      </div>
    </div>
  );
}
