import type { ExplainRequest } from '@countersign/contract';
import { useState } from 'react';
import { navigate, useLocation } from '../../app/router.tsx';
import { Answer } from '../../design/answer.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Panel } from '../../design/page.tsx';
import { ExplanationView } from './explanation-view.tsx';
import { ImaginedCall } from './imagined-call.tsx';
import { usePolicyDraft } from './policy-draft.ts';
import { useExplanation } from './policy-queries.ts';
import { RecordedCall } from './recorded-call.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

const kinds = ['imagined', 'recorded'] as const;

/** Would this call be allowed, and why? Of one that might be made, or one that was. Nothing is run or recorded. */
export function ExplainView() {
  const texts = useRulesTexts();
  const { search } = useLocation();
  const callId = search.get('call');
  const kind = callId === null ? 'imagined' : 'recorded';
  const draft = usePolicyDraft();
  const [isByDraft, setIsByDraft] = useState(false);
  const [imagined, setImagined] = useState<ExplainRequest | null>(null);
  const asked = kind === 'imagined' ? imagined : callId === '' ? null : { tool_id: callId! };
  const request = asked && draft && isByDraft ? { ...asked, text: draft.text } : asked;
  const explanation = useExplanation(request);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Panel title={texts.whichCall} text={texts.whichCallText}>
        <div className="grid gap-4">
          <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
            <legend className="sr-only">{texts.whichCall}</legend>
            {kinds.map((each) => (
              <label key={each} className="flex min-h-6 cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="kind"
                  className="accent-accent"
                  checked={kind === each}
                  onChange={() =>
                    navigate(each === 'imagined' ? '/rules/explain' : '/rules/explain?call=', { replace: true })
                  }
                />
                {texts.callKind[each]}
              </label>
            ))}
          </fieldset>
          {kind === 'imagined' ? (
            <ImaginedCall onChange={setImagined} />
          ) : (
            <RecordedCall
              callId={callId ?? ''}
              onChange={(id) => navigate(`/rules/explain?call=${encodeURIComponent(id)}`, { replace: true })}
            />
          )}
          {draft === null ? null : (
            <label className="flex min-h-6 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={isByDraft}
                onChange={({ target }) => setIsByDraft(target.checked)}
              />
              {texts.byDraft}
            </label>
          )}
        </div>
      </Panel>
      <div aria-live="polite" className="min-w-0">
        {request === null ? (
          <EmptyState icon="rules" level={2} title={texts.nothingAsked} text={texts.nothingAskedText} />
        ) : (
          <Answer of={explanation}>{(data) => <ExplanationView explanation={data} />}</Answer>
        )}
      </div>
    </div>
  );
}
