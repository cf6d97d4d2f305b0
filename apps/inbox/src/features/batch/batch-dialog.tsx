import type { ApprovalView, Problem } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Input } from '../../design/field.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useApprovals } from '../approvals/approvals-provider.tsx';
import { GraveButton } from '../approvals/grave-button.tsx';
import { Sections } from '../approvals/sections.tsx';
import { useArmed } from '../approvals/use-armed.ts';
import { batchMax } from './batch-max.ts';

type Result = { readonly isDone: boolean; readonly text: string };

/**
 * A3: decides many at once. Every one of them is here in full, as it was when this opened: what comes later is not
 * among them, and one that has changed since is refused by its digest. Nothing is edited or remembered in a batch.
 */
export function BatchDialog({
  approvals: given,
  onClose,
}: {
  readonly approvals: readonly ApprovalView[];
  readonly onClose: () => void;
}) {
  const { batch: texts, approval: approvalTexts, design } = useTexts();
  const { api, projectId } = useSession();
  const { markDecided } = useApprovals();
  const [approvals] = useState(() => given.slice(0, batchMax));
  const [feedback, setFeedback] = useState('');
  const { isArmed, guard } = useArmed('batch');
  const decide = useMutation({
    mutationFn: async (decision: 'approve' | 'reject') => {
      const reason = decision === 'reject' && feedback.trim() !== '' ? { feedback: feedback.trim() } : {};
      const decisions = approvals.map(({ approval_id, digest }) => ({ approval_id, digest, decision, ...reason }));
      const { results } = await api.call('decideApprovals', {
        params: { project_id: projectId },
        body: { decisions },
      });
      for (const { approval_id } of results) markDecided(approval_id);
      return new Map(
        results.map(({ approval_id, response, problem }): [string, Result] => [
          approval_id,
          response
            ? { isDone: true, text: design.status[response.status] }
            : { isDone: false, text: (problem as Problem | null)?.detail ?? '' },
        ]),
      );
    },
  });
  const results = decide.data;
  const hasHigh = approvals.some(({ risk_level }) => risk_level === 'HIGH');
  const canApprove = approvals.every(({ display }) => display.showable);
  const isOff = !isArmed || decide.isPending;
  const done = results ? [...results.values()].filter(({ isDone }) => isDone).length : 0;
  const footer = results ? (
    <>
      <p role="status" className="flex-1 font-medium">
        {texts.result(done, approvals.length)}
      </p>
      <Button look="primary" size="large" onClick={onClose}>
        {design.close}
      </Button>
    </>
  ) : (
    <>
      {canApprove ? (
        hasHigh ? (
          <GraveButton
            isDisabled={isOff}
            sendText={texts.approve(approvals.length)}
            onApprove={() => decide.mutate('approve')}
          >
            {texts.holdToApprove(approvals.length)}
          </GraveButton>
        ) : (
          <Button
            look="primary"
            size="large"
            icon="check"
            aria-disabled={isOff}
            onClick={isOff ? undefined : guard(() => decide.mutate('approve'))}
          >
            {texts.approve(approvals.length)}
          </Button>
        )
      ) : (
        <p className="text-high">{texts.cannotApprove}</p>
      )}
      <span className="flex-1" />
      <Input
        aria-label={approvalTexts.feedback}
        placeholder={approvalTexts.feedback}
        value={feedback}
        maxLength={4_000}
        onChange={({ target }) => setFeedback(target.value)}
        className="sm:max-w-64"
      />
      <Button
        look="danger"
        size="large"
        icon="cross"
        disabled={decide.isPending}
        onClick={() => decide.mutate('reject')}
      >
        {texts.reject(approvals.length)}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title(approvals.length)} isWide onClose={onClose} footer={footer}>
      {decide.error ? (
        <p role="alert" className="mb-3 text-high">
          {decide.error.message}
        </p>
      ) : null}
      <ol className="grid gap-6">
        {approvals.map((approval) => (
          <BatchItem key={approval.approval_id} approval={approval} result={results?.get(approval.approval_id)} />
        ))}
      </ol>
    </Dialog>
  );
}

function BatchItem({ approval, result }: { readonly approval: ApprovalView; readonly result: Result | undefined }) {
  const { approval: texts } = useTexts();
  const { display, agent, risk_level: level, reasons } = approval;
  return (
    <li className="grid gap-2 border-b border-line pb-6 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RiskBadge level={level} />
        <h2 className="exact min-w-0 flex-1 text-base font-semibold">{display.title}</h2>
        {result ? (
          <strong className={classNames('text-small', result.isDone ? 'text-low' : 'text-high')}>{result.text}</strong>
        ) : null}
      </div>
      <p className="text-small text-soft">
        {makeVisible(agent.name)} {texts.asks} · {makeVisible(approval.tool_name)} · {reasons.join(' ')}
      </p>
      {display.warnings.map((warning) => (
        <p key={warning} className="exact font-sans text-high">
          {warning}
        </p>
      ))}
      <Sections sections={display.sections} />
    </li>
  );
}
