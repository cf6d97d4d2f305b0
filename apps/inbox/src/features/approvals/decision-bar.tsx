import type { ApprovalView } from '@countersign/contract';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../app/keyboard.tsx';
import { Button } from '../../design/button.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { ApproveButton } from './approve-button.tsx';
import { RejectPanel } from './reject-panel.tsx';
import { ScopePanel } from './scope-panel.tsx';
import { useArmed } from './use-armed.ts';
import { useDecide, type Verdict } from './use-decide.ts';

const EditDialog = lazy(() => import('../edit/edit-dialog.tsx').then(({ EditDialog }) => ({ default: EditDialog })));

type Mode = 'plain' | 'scope' | 'reject' | 'edit';

/**
 * Where it is signed. Keys only lead here: `a` takes the focus to the button, and the button is then pressed, or held
 * where the risk is HIGH. Nothing in here has the focus by itself.
 */
export function DecisionBar({ approval }: { readonly approval: ApprovalView }) {
  const { approval: texts } = useTexts();
  const [mode, setMode] = useState<Mode>('plain');
  const { isArmed, guard, boxRef } = useArmed(`${approval.approval_id} ${approval.digest} ${mode}`);
  const decide = useDecide(approval);
  const approveRef = useRef<HTMLButtonElement>(null);
  const rejectRef = useRef<HTMLButtonElement>(null);
  const canApprove = approval.display.showable;
  const canRemember = canApprove && approval.scopes.length > 1;
  const send = (verdict: Verdict): void => decide.mutate(verdict);
  const back = (): void => {
    setMode('plain');
    decide.reset();
  };

  useShortcuts({
    a: () => approveRef.current?.focus(),
    r: () => setMode('reject'),
    ...(canRemember ? { s: () => setMode('scope') } : {}),
    e: () => setMode('edit'),
  });
  useEffect(() => {
    if (mode === 'plain') return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || mode === 'edit') return;
      event.preventDefault();
      setMode('plain');
      rejectRef.current?.focus();
    };
    // Before the keys of the page: here it leads back to the buttons, not to the list.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [mode]);

  return (
    <section
      ref={boxRef}
      aria-label={texts.decision}
      className="sticky bottom-0 z-10 border-t border-line bg-raised px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6"
    >
      {decide.error ? (
        <p role="alert" className="mb-2 text-high">
          {decide.error.message}
        </p>
      ) : null}
      {canApprove ? null : <p className="mb-2 font-medium text-high">{texts.cannotShow}</p>}
      {mode === 'reject' ? (
        <RejectPanel isBusy={decide.isPending} onReject={send} onBack={back} />
      ) : mode === 'scope' ? (
        <ScopePanel
          approval={approval}
          isDisabled={!isArmed || decide.isPending}
          guard={guard}
          onApprove={send}
          onBack={back}
        />
      ) : (
        <div className="grid gap-2 sm:flex sm:flex-wrap sm:items-center">
          {canApprove ? (
            <ApproveButton
              approval={approval}
              isDisabled={!isArmed || decide.isPending}
              guard={guard}
              buttonRef={approveRef}
              onApprove={() => send({ decision: 'approve' })}
            />
          ) : null}
          <div className="grid auto-cols-fr grid-flow-col gap-2 sm:contents">
            {canRemember ? (
              <Button size="large" keyHint="s" onClick={() => setMode('scope')}>
                <span className="max-sm:hidden">{texts.approveMore}</span>
                <span className="sm:hidden">{texts.more}</span>
              </Button>
            ) : null}
            <Button size="large" icon="pencil" keyHint="e" onClick={() => setMode('edit')}>
              {texts.edit}
            </Button>
            <span className="hidden flex-1 sm:block" />
            <Button
              ref={rejectRef}
              size="large"
              look="danger"
              icon="cross"
              keyHint="r"
              onClick={() => setMode('reject')}
            >
              {texts.reject}
            </Button>
          </div>
        </div>
      )}
      {mode === 'edit' ? (
        <Suspense fallback={null}>
          <EditDialog approval={approval} onClose={back} onApprove={send} decideError={decide.error} />
        </Suspense>
      ) : null}
    </section>
  );
}
