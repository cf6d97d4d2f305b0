import { makeVisible } from '@countersign/policy/make-visible';
import { usePreferences } from '../../app/preferences.ts';
import { Refusal } from '../../design/answer.tsx';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { useAuditTexts } from './use-audit-texts.ts';
import { useVerification, type Verdict } from './use-verification.ts';

/** S3: the whole log is read again while one looks on; leaving stops it. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useAuditTexts();
  const { state, start, stop } = useVerification(texts.cutShort);
  const isRunning = state.kind === 'running';
  return (
    <Dialog
      title={texts.verifyTitle}
      onClose={onClose}
      footer={
        isRunning ? (
          <Button icon="stop" onClick={stop}>
            {texts.stop}
          </Button>
        ) : (
          <Button look="primary" icon="audit" onClick={start}>
            {state.kind === 'idle' ? texts.start : texts.again}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <p>{texts.verifyText}</p>
        {isRunning ? <Progress verified={state.verified} of={state.of} /> : null}
        {state.kind === 'failed' ? <Refusal error={state.error} /> : null}
        <div role="status">{state.kind === 'done' ? <VerdictBox verdict={state.verdict} /> : null}</div>
        <p className="text-small text-soft">{texts.verifyLimit}</p>
      </div>
    </Dialog>
  );
}

function Progress({ verified, of }: { readonly verified: number; readonly of: number | null }) {
  const texts = useAuditTexts();
  const { language } = usePreferences();
  return (
    <div className="grid gap-1">
      <progress
        aria-label={texts.verifying}
        className="h-2 w-full accent-accent"
        {...(of === null ? {} : { value: verified, max: of })}
      />
      <p className="text-small text-soft tabular-nums">
        {of === null ? texts.verifying : texts.progress(verified.toLocaleString(language), of.toLocaleString(language))}
      </p>
    </div>
  );
}

function VerdictBox({ verdict: { ok: isWhole, entries, chains, broken } }: { readonly verdict: Verdict }) {
  const texts = useAuditTexts();
  const { language } = usePreferences();
  return (
    <div className={classNames('flex gap-3 rounded-md px-4 py-3', isWhole ? 'bg-low-wash' : 'bg-high-wash')}>
      <Icon
        name={isWhole ? 'check' : 'warning'}
        className={classNames('mt-0.5 size-5', isWhole ? 'text-low' : 'text-high')}
      />
      <div className="grid min-w-0 gap-1">
        <h3 className={classNames('font-semibold', isWhole ? 'text-low' : 'text-high')}>
          {isWhole ? texts.whole : texts.broken}
        </h3>
        {broken === null ? (
          <p>{texts.wholeText(entries.toLocaleString(language), chains.toLocaleString(language))}</p>
        ) : (
          <>
            <p>{texts.brokenAt(broken.seq.toLocaleString(language))}</p>
            <p className="font-medium">{makeVisible(broken.problem)}</p>
            {broken.chain_id === null ? null : (
              <p className="text-small break-words">{texts.brokenChain(makeVisible(broken.chain_id))}</p>
            )}
            <p>{texts.brokenNext}</p>
          </>
        )}
      </div>
    </div>
  );
}
