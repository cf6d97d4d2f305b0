import type { PolicyView } from '@countersign/contract';
import { Button } from '../../design/button.tsx';
import { DiffView } from '../../design/diff-view.tsx';
import { Panel } from '../../design/page.tsx';
import { type PolicyDraft, setPolicyDraft } from './policy-draft.ts';
import { textDiff } from './text-diff.ts';
import { useRulesTexts } from './use-rules-texts.ts';

/** Somebody else has changed the file since this text was begun: what they did, and what can be done now. */
export function ChangedMeanwhile({ draft, policy }: { readonly draft: PolicyDraft; readonly policy: PolicyView }) {
  const texts = useRulesTexts();
  const theirs = policy.text ?? '';
  return (
    <div role="alert">
      <Panel
        isFlush
        title={texts.changedMeanwhile}
        text={texts.changedMeanwhileText}
        actions={
          <>
            <Button
              size="small"
              onClick={() => setPolicyDraft({ text: draft.text, base: { text: theirs, hash: policy.text_hash } })}
            >
              {texts.goOnWithMine}
            </Button>
            <Button size="small" look="danger" onClick={() => setPolicyDraft(null)}>
              {texts.takeTheirs}
            </Button>
          </>
        }
      >
        <DiffView label={texts.changedMeanwhile} lines={textDiff(draft.base.text, theirs)} />
      </Panel>
    </div>
  );
}
