import type { PolicyOutcome, RuleDraft } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { navigate, useLocation } from '../../app/router.tsx';
import { Answer, Refusal } from '../../design/answer.tsx';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading, Panel } from '../../design/page.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useApproval } from '../approvals/approval-queries.ts';
import { OutcomeTag } from './outcome-tag.tsx';
import { setPolicyDraft, usePolicyDraft } from './policy-draft.ts';
import { useExplanation, usePolicy, useRuleDrafts, useSimulation } from './policy-queries.ts';
import { RecordedCall } from './recorded-call.tsx';
import { SimulationView } from './simulation-view.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

const outcomes: readonly PolicyOutcome[] = ['allow', 'ask', 'deny'];

/** A rule from a call that was made (`?call=`), or from the one that an approval was about (`?approval=`). */
export function NewRuleView() {
  const { search } = useLocation();
  const approvalId = search.get('approval');
  const outcome = outcomes.find((each) => each === search.get('outcome')) ?? 'allow';
  if (approvalId !== null) return <FromApproval approvalId={approvalId} outcome={outcome} />;
  return <FromCall key={search.get('call')} callId={search.get('call') ?? ''} outcome={outcome} />;
}

function FromApproval({ approvalId, outcome }: { readonly approvalId: string; readonly outcome: PolicyOutcome }) {
  const approval = useApproval(approvalId);
  return <Answer of={approval}>{({ tool_id: callId }) => <FromCall callId={callId} outcome={outcome} />}</Answer>;
}

function FromCall({ callId, outcome }: { readonly callId: string; readonly outcome: PolicyOutcome }) {
  const texts = useRulesTexts();
  const go = (id: string, wanted: PolicyOutcome): void =>
    navigate(`/rules/new?call=${encodeURIComponent(id)}&outcome=${wanted}`, { replace: true });
  const explanation = useExplanation(callId === '' ? null : { tool_id: callId });
  return (
    <div className="grid gap-4">
      <Panel title={texts.newRule} text={texts.newRuleText}>
        {callId === '' ? (
          <RecordedCall callId="" onChange={(id) => go(id, outcome)} />
        ) : (
          <div className="grid gap-4">
            <Answer of={explanation}>
              {(now) => (
                <div className="grid gap-1.5">
                  <p className="exact text-large font-semibold">{makeVisible(now.display?.title ?? now.tool_name)}</p>
                  <p className="flex flex-wrap items-center gap-2 text-soft">
                    {texts.nowIs} <OutcomeTag outcome={now.outcome} /> <RiskBadge level={now.risk_level} isSmall />
                    <code className="exact text-small">{makeVisible(now.rule_id)}</code>
                  </p>
                </div>
              )}
            </Answer>
            <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <legend className="caption mb-1">{texts.fromNowOn}</legend>
              {outcomes.map((each) => (
                <label key={each} className="flex min-h-6 cursor-pointer items-center gap-2">
                  <input
                    type="radio"
                    name="outcome"
                    className="accent-accent"
                    checked={outcome === each}
                    onChange={() => go(callId, each)}
                  />
                  {texts.wantedOutcome[each]}
                </label>
              ))}
            </fieldset>
          </div>
        )}
      </Panel>
      {callId === '' ? null : <Drafts key={outcome} callId={callId} outcome={outcome} />}
    </div>
  );
}

function Drafts({ callId, outcome }: { readonly callId: string; readonly outcome: PolicyOutcome }) {
  const texts = useRulesTexts();
  const policy = usePolicy();
  const answer = useRuleDrafts({ tool_id: callId, outcome }, policy.data?.text_hash ?? null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  return (
    <Answer of={{ ...answer, error: answer.error ?? policy.error }}>
      {({ drafts, note }) => {
        const chosen = drafts.find(({ rule_id }) => rule_id === chosenId);
        if (drafts.length === 0)
          return (
            <EmptyState
              icon="rules"
              level={2}
              title={texts.noDraft}
              text={note === null ? undefined : makeVisible(note)}
            />
          );
        return (
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <fieldset className="grid min-w-0 gap-2">
              <legend className="caption mb-2">{texts.narrowToWide}</legend>
              {drafts.map((draft) => (
                <DraftCard
                  key={draft.rule_id}
                  draft={draft}
                  isChosen={draft.rule_id === chosenId}
                  onChoose={() => setChosenId(draft.rule_id)}
                />
              ))}
              {note === null ? null : <p className="text-soft">{makeVisible(note)}</p>}
            </fieldset>
            <Consequence chosen={chosen ?? null} />
          </div>
        );
      }}
    </Answer>
  );
}

function DraftCard({
  draft: { rule, reason, past_calls: past },
  isChosen,
  onChoose,
}: {
  readonly draft: RuleDraft;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const texts = useRulesTexts();
  return (
    <label
      className={classNames(
        'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-lg border px-4 py-3',
        isChosen ? 'border-accent bg-accent-wash' : 'border-line bg-sheet hover:bg-wash',
      )}
    >
      <input
        type="radio"
        name="draft"
        className="mt-1 self-start accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="grid min-w-0 gap-1.5">
        <span className="exact font-sans font-medium">{makeVisible(reason)}</span>
        <code className="exact block rounded-md border border-line bg-sheet px-3 py-2 text-small">
          {makeVisible(rule)}
        </code>
        <span className="text-small text-soft">{texts.wouldHaveCovered(past.covered, past.of)}</span>
      </span>
    </label>
  );
}

/** What the rule would have done, and the way to the editor, where it is saved. */
function Consequence({ chosen }: { readonly chosen: RuleDraft | null }) {
  const texts = useRulesTexts();
  const { approval } = useTexts();
  const policy = usePolicy();
  const unsaved = usePolicyDraft();
  const { simulation, error } = useSimulation(chosen?.policy_text ?? null);
  const goOn = (): void => {
    if (!chosen || !policy.data) return;
    setPolicyDraft({
      text: chosen.policy_text,
      base: { text: policy.data.text ?? '', hash: policy.data.text_hash },
    });
    navigate(`/rules/edit?line=${lineOf(chosen)}`);
  };
  return (
    <Panel title={texts.whatItDoes}>
      <div aria-live="polite" className="grid gap-4">
        {chosen === null ? (
          <p className="text-soft">{texts.chooseOne}</p>
        ) : error ? (
          <Refusal error={error} />
        ) : simulation === null ? (
          <Loading text={approval.loading} />
        ) : (
          <SimulationView simulation={simulation} />
        )}
        {unsaved === null || chosen === null ? null : (
          <p className="flex gap-2 rounded-md bg-medium-wash px-3 py-2 text-medium">
            <Icon name="warning" className="mt-1 size-4" />
            {texts.replacesUnsaved}
          </p>
        )}
        <Button
          look="primary"
          className="justify-self-start"
          aria-disabled={chosen === null || !policy.data}
          onClick={goOn}
        >
          {texts.openInEditor}
        </Button>
      </div>
    </Panel>
  );
}

/** Where the new rule stands in the text. */
function lineOf({ policy_text: text, rule_id: id }: RuleDraft): number {
  const line = text.split('\n').findIndex((each) => /^\s*(-\s+)?id:/.test(each) && each.includes(id));
  return line === -1 ? 1 : line + 1;
}
