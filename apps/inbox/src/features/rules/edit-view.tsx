import type { PolicyView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { navigate, useLocation } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { Answer, Refusal } from '../../design/answer.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import { DiffView } from '../../design/diff-view.tsx';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/page.tsx';
import { useToast } from '../../design/toast.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { setPolicyDraft, usePolicyDraft } from './policy-draft.ts';
import { PolicyEditor, type PolicyEditorHandle } from './policy-editor.tsx';
import { usePolicy, useSimulation } from './policy-queries.ts';
import { ProblemList } from './problem-list.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SimulationView } from './simulation-view.tsx';
import { starterPolicy } from './starter-policy.ts';
import { textDiff } from './text-diff.ts';
import { useRulesTexts } from './use-rules-texts.ts';

/** The policy file as a text. It is checked and tried on earlier calls while it is written, and saved once it is right. */
export function EditView() {
  const policy = usePolicy();
  return <Answer of={policy}>{(view) => <Editor policy={view} />}</Answer>;
}

function Editor({ policy }: { readonly policy: PolicyView }) {
  const texts = useRulesTexts();
  const { search } = useLocation();
  const say = useToast();
  const draft = usePolicyDraft();
  const [dialog, setDialog] = useState<'save' | 'drop' | null>(null);
  const editor = useRef<PolicyEditorHandle>(null);
  const problemsId = useId();
  const inForce = policy.text ?? '';
  const text = draft?.text ?? inForce;
  const isChanged = draft !== null && draft.text !== inForce;
  const isStale = draft !== null && draft.base.hash !== policy.text_hash;
  const checked = useSimulation(isChanged ? text : null);
  const problems = isChanged ? (checked.last?.problems ?? []) : policy.problems;
  const canSave = isChanged && !isStale && checked.simulation !== null && checked.simulation.problems.length === 0;
  const change = (typed: string): void => {
    const base = draft?.base ?? { text: inForce, hash: policy.text_hash };
    setPolicyDraft(typed === base.text && base.hash === policy.text_hash ? null : { text: typed, base });
  };
  const line = Number(search.get('line'));
  return (
    <div className="grid gap-4">
      {isStale ? <ChangedMeanwhile draft={draft} policy={policy} /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel
          isFlush
          title={texts.policyFile}
          text={<code className="exact">{makeVisible(policy.file)}</code>}
          actions={
            <>
              {text === '' ? (
                <Button size="small" onClick={() => change(starterPolicy)}>
                  {texts.beginWithExample}
                </Button>
              ) : null}
              <CopyButton text={text} />
              {draft === null ? null : (
                <Button size="small" look="quiet" onClick={() => setDialog('drop')}>
                  {texts.drop}
                </Button>
              )}
            </>
          }
        >
          <PolicyEditor
            text={text}
            problems={problems}
            problemsId={problemsId}
            handleRef={editor}
            firstLine={Number.isInteger(line) && line > 0 ? line : null}
            onChange={change}
          />
          <SaveBar policy={policy} canSave={canSave} isChanged={isChanged} onSave={() => setDialog('save')} />
        </Panel>
        <div className="grid min-w-0 gap-4">
          <Panel title={texts.check}>
            <div id={problemsId} role="status" className="grid gap-3">
              {checked.error ? <Refusal error={checked.error} /> : null}
              {problems.length > 0 ? (
                <>
                  <p className="font-medium">{texts.cannotBeUsed(problems.length)}</p>
                  <ProblemList
                    problems={problems}
                    hrefOf={({ line: at }) => `/rules/edit?line=${at}`}
                    onFollow={({ line: at }) => editor.current?.goTo(at)}
                  />
                </>
              ) : !isChanged ? (
                <p className="text-soft">
                  {policy.text === null ? texts.noFile(makeVisible(policy.file)) : texts.isInForce}
                </p>
              ) : checked.last ? (
                <>
                  <p className="flex items-center gap-2">
                    <Icon name="check" className="size-4 text-low" />
                    {checked.simulation ? texts.canBeUsed : texts.checking}
                  </p>
                  <SimulationView simulation={checked.last} />
                </>
              ) : checked.error ? null : (
                <p className="text-soft">{texts.checking}</p>
              )}
            </div>
          </Panel>
        </div>
      </div>
      {isChanged ? <Changes before={inForce} after={text} /> : null}
      {dialog === 'save' && checked.simulation ? (
        <SaveDialog
          policy={policy}
          text={text}
          simulation={checked.simulation}
          onClose={() => setDialog(null)}
          onSaved={() => {
            setDialog(null);
            setPolicyDraft(null);
            say(texts.saved);
            navigate('/rules/edit', { replace: true });
          }}
        />
      ) : null}
      {dialog === 'drop' ? (
        <ConfirmDialog
          title={texts.dropTitle}
          confirm={texts.drop}
          onClose={() => setDialog(null)}
          onConfirm={() => {
            setDialog(null);
            setPolicyDraft(null);
          }}
        >
          <p className="text-soft">{texts.dropText}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** Saving, or what to do instead where this person cannot, or the server may not write there. */
function SaveBar({
  policy,
  canSave,
  isChanged,
  onSave,
}: {
  readonly policy: PolicyView;
  readonly canSave: boolean;
  readonly isChanged: boolean;
  readonly onSave: () => void;
}) {
  const texts = useRulesTexts();
  const { me } = useSession();
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3">
      {policy.can_save ? (
        <>
          <Button look="primary" icon="check" aria-disabled={!canSave} onClick={canSave ? onSave : undefined}>
            {texts.save}
          </Button>
          <span className="text-small text-soft">{isChanged ? texts.keptInTab : texts.nothingChanged}</span>
        </>
      ) : (
        <p className="text-small text-soft">
          {me.is_admin ? texts.cannotWrite(makeVisible(policy.file)) : texts.onlyAdministrators}
        </p>
      )}
    </footer>
  );
}

function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const texts = useRulesTexts();
  const shown = useDeferredValue(after);
  const lines = useMemo(() => textDiff(before, shown), [before, shown]);
  return (
    <Panel title={texts.changes} text={texts.changesText} isFlush>
      <DiffView label={texts.changes} lines={lines} />
    </Panel>
  );
}
