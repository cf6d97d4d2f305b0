import type { EventNode, ToolCallView, ToolResult } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { ArgumentsBlock } from './arguments-block.tsx';
import { JsonBlock } from './json-block.tsx';
import { LiveOutput } from './live-output.tsx';
import { OutputBox } from './output-box.tsx';
import { Part } from './part.tsx';
import { printedLines } from './printed-lines.ts';
import { callKey, useToolCall } from './session-queries.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

const openStatuses: ReadonlySet<ToolCallView['status']> = new Set<ToolCallView['status']>([
  'pending',
  'awaiting_approval',
  'approved',
  'executing',
]);

/** A call: what runs, why it may, what it prints, and what came of it. */
export function CallDetails({
  node,
  grantTexts,
}: {
  readonly node: EventNode;
  readonly grantTexts: ReadonlyMap<string, string>;
}) {
  const texts = useSessionsTexts();
  const { approval } = useTexts();
  const call = useToolCall(node.id);
  const [isCancelling, setIsCancelling] = useState(false);
  if (!call.data) return <NotReady query={call} />;
  const { data } = call;
  const { outcome, original_params: original, approval_id: approvalId } = data;
  const isOpen = openStatuses.has(data.status);
  const grantText = outcome?.grant_id === undefined ? undefined : grantTexts.get(outcome.grant_id);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {approvalId === null ? null : (
          <Link
            href={`/a/${approvalId}${data.status === 'awaiting_approval' ? '' : '?shown=decided'}`}
            className="text-accent underline underline-offset-2"
          >
            {data.status === 'awaiting_approval' ? texts.decide : texts.approvalLink}
          </Link>
        )}
        <Link
          href={`/rules/new?call=${data.tool_id}&outcome=${data.status === 'rejected' ? 'deny' : 'allow'}`}
          className="text-accent underline underline-offset-2"
        >
          {approval.makeRule}
        </Link>
        {isOpen && data.cancel_requested_at === null ? (
          <Button size="small" look="danger" icon="stop" onClick={() => setIsCancelling(true)}>
            {texts.cancelCall}
          </Button>
        ) : null}
        {isOpen && data.cancel_requested_at !== null ? (
          <p className="text-small text-soft">{texts.cancelAsked}</p>
        ) : null}
      </div>
      {outcome ? (
        <Part title={texts.outcome}>
          <p className="exact font-sans">{makeVisible(outcome.message)}</p>
          {grantText === undefined ? null : <p className="exact font-sans text-small text-soft">{grantText}</p>}
        </Part>
      ) : null}
      <Part title={texts.arguments}>
        <ArgumentsBlock label={texts.arguments} value={data.tool_params} />
      </Part>
      {original === null || original === undefined ? null : (
        <Part title={texts.originalArguments}>
          <ArgumentsBlock label={texts.originalArguments} value={original} />
        </Part>
      )}
      {isToolResult(data.result) ? (
        <ToolResultPart result={data.result} />
      ) : (
        <>
          <LiveOutput toolId={data.tool_id} isRunning={data.status === 'executing'} />
          {data.result === null || data.result === undefined ? null : (
            <Part title={texts.result}>
              <JsonBlock label={texts.result} value={data.result} />
            </Part>
          )}
        </>
      )}
      {data.error === null ? null : (
        <Part title={texts.error}>
          <p className="exact font-sans text-high">{makeVisible(data.error)}</p>
        </Part>
      )}
      {isCancelling ? <CancelDialog call={data} onClose={() => setIsCancelling(false)} /> : null}
    </>
  );
}

function isToolResult(result: unknown): result is ToolResult {
  return (
    typeof result === 'object' &&
    result !== null &&
    'stdout' in result &&
    typeof result.stdout === 'string' &&
    'exit_code' in result &&
    typeof result.exit_code === 'number'
  );
}

/** What every local tool answers. */
function ToolResultPart({ result }: { readonly result: ToolResult }) {
  const texts = useSessionsTexts();
  const lines = printedLines([
    { id: 1, stream: 'stdout', offset: 0, text: result.stdout },
    { id: 2, stream: 'stderr', offset: 0, text: result.stderr ?? '' },
  ]);
  return (
    <Part title={texts.output} aside={texts.exitCode(result.exit_code)}>
      <OutputBox lines={lines} />
      {result.truncated_lines || result.truncated_bytes ? (
        <p className="text-small text-soft">{texts.outputCut}</p>
      ) : null}
    </Part>
  );
}

function CancelDialog({ call, onClose }: { readonly call: ToolCallView; readonly onClose: () => void }) {
  const texts = useSessionsTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.call('cancelToolCall', { params: { project_id: projectId, tool_id: call.tool_id } }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: callKey(projectId, call.tool_id) }),
  });
  return (
    <ConfirmDialog
      title={texts.cancelTitle}
      confirm={texts.cancelConfirm}
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p className="exact font-medium">{call.description}</p>
      <p className="text-soft">{call.status === 'executing' ? texts.cancelExecuting : texts.cancelWaiting}</p>
    </ConfirmDialog>
  );
}
