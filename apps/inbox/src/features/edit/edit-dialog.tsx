import { Tabs } from '@base-ui/react/tabs';
import type { ApprovalView, JsonObject } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { DiffView } from '../../design/diff-view.tsx';
import { TextArea } from '../../design/field.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { GraveButton } from '../approvals/grave-button.tsx';
import { useArmed } from '../approvals/use-armed.ts';
import type { Verdict } from '../approvals/use-decide.ts';
import { ArgumentsForm } from './arguments-form.tsx';
import { changesOf } from './changes-of.ts';
import { checkArguments, type InputSchema } from './check-arguments.ts';
import { useCheckedEdit } from './use-checked-edit.ts';

/** A1: other arguments than the agent asked for. They are judged again while they are typed, and once more on sending. */
export function EditDialog({
  approval,
  decideError,
  onApprove,
  onClose,
}: {
  readonly approval: ApprovalView;
  readonly decideError: Error | null;
  readonly onApprove: (verdict: Verdict) => void;
  readonly onClose: () => void;
}) {
  const { edit: texts, approval: approvalTexts } = useTexts();
  const original = approval.tool_params as JsonObject;
  const schema = useInputSchema(approval.tool_name);
  const [text, setText] = useState(() => JSON.stringify(original, null, 2));
  const draft = useMemo(() => parseObject(text), [text]);
  const changes = useMemo(() => (draft === null ? [] : changesOf(original, draft)), [original, draft]);
  const problems = useMemo(() => (draft === null || !schema ? {} : checkArguments(schema, draft)), [schema, draft]);
  const isSound = draft !== null && Object.keys(problems).length === 0 && changes.length > 0;
  const checked = useCheckedEdit(approval, useDeferredValue(isSound ? text : null));
  const { isArmed, guard } = useArmed(`edit ${checked.data?.text}`);
  const canSend = isSound && isArmed && checked.data !== undefined && checked.data.text === text;
  const send = (): void => {
    if (draft !== null) onApprove({ decision: 'edit', modified_arguments: draft });
  };
  const refusal = decideError ?? checked.error;

  const footer = (
    <>
      {checked.data?.view.risk_level === 'HIGH' ? (
        <GraveButton isDisabled={!canSend} sendText={texts.approve} onApprove={send}>
          {texts.holdToApprove}
        </GraveButton>
      ) : (
        <Button
          look="primary"
          size="large"
          icon="check"
          aria-disabled={!canSend}
          onClick={canSend ? guard(send) : undefined}
        >
          {texts.approve}
        </Button>
      )}
      <Button size="large" look="quiet" onClick={onClose}>
        {approvalTexts.back}
      </Button>
      <span className="flex-1" />
      <span role="status" className="flex items-center gap-2 text-small">
        {changes.length === 0 ? (
          <span className="text-soft">{texts.nothingChanged}</span>
        ) : checked.data && isSound ? (
          <>
            {texts.judgedAgain} <RiskBadge level={checked.data.view.risk_level} isSmall />
          </>
        ) : refusal ? null : (
          <span className="text-soft">{texts.checking}</span>
        )}
      </span>
    </>
  );
  return (
    <Dialog title={texts.title} isWide onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        <Tabs.Root defaultValue="form">
          <Tabs.List className="mb-3 flex gap-1 border-b border-line">
            {(['form', 'json'] as const).map((tab) => (
              <Tabs.Tab
                key={tab}
                value={tab}
                className="-mb-px border-b-2 border-transparent px-3 py-1.5 font-medium text-soft data-active:border-accent data-active:text-ink"
              >
                {texts.tab[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="form">
            {draft === null || !schema ? (
              <p className="text-soft">{draft === null ? texts.notJson : approvalTexts.loading}</p>
            ) : (
              <ArgumentsForm
                schema={schema}
                draft={draft}
                problems={problems}
                onChange={(changed) => setText(JSON.stringify(changed, null, 2))}
              />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <TextArea
              aria-label={texts.tab.json}
              aria-invalid={draft === null}
              rows={Math.min(18, text.split('\n').length + 1)}
              value={text}
              onChange={({ target }) => setText(target.value)}
              className="exact text-small"
            />
            {draft === null ? <p className="mt-1 text-high">{texts.notJson}</p> : null}
          </Tabs.Panel>
        </Tabs.Root>
        {refusal && changes.length > 0 ? (
          <p role="alert" className="rounded-md bg-high-wash px-3 py-2 text-high">
            {refusal instanceof ApiError && refusal.code === 'arguments_refused' ? `${texts.refused} ` : ''}
            {refusal.message}
          </p>
        ) : null}
        {changes.length > 0 ? (
          <section aria-label={texts.changes} className="grid gap-2">
            <h2 className="caption">{texts.changes}</h2>
            {changes.map(({ name, lines }) => (
              <div key={name} className="overflow-hidden rounded-md border border-line bg-wash">
                <h3 className="exact border-b border-line px-3 py-1 text-small text-soft">{name}</h3>
                <DiffView label={name} lines={lines} />
              </div>
            ))}
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}

function useInputSchema(toolName: string): InputSchema | null {
  const { api, projectId } = useSession();
  const { data } = useQuery({
    queryKey: [...projectKey(projectId), 'tools'],
    queryFn: ({ signal }) => api.call('listAvailableTools', { params: { project_id: projectId } }, { signal }),
  });
  if (!data) return null;
  const tool = data.tools.find(({ name }) => name === toolName);
  return (tool?.input_schema ?? {}) as InputSchema;
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
