import type { RunView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { useToast } from '../../design/toast.tsx';
import { hasEnded } from './run-at-work.ts';
import { RunTag } from './run-tag.tsx';
import { runsKey } from './session-queries.ts';
import { durationText } from './timeline-model.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** How the run stands that works, or worked last: what it waits for, what it has used, and how to stop it. */
export function RunStrip({ run, runs }: { readonly run: RunView; readonly runs: readonly RunView[] }) {
  const texts = useSessionsTexts();
  const { language } = usePreferences();
  const [isStopping, setIsStopping] = useState(false);
  const { usage, control } = run;
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const isOpen = !hasEnded(run);
  const behind = isOpen ? runs.filter((each) => !hasEnded(each)).length - 1 : 0;
  return (
    <section
      aria-label={texts.run}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line bg-paper px-4 py-2"
    >
      <p className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-2 gap-y-0.5" role="status">
        <RunTag status={run.status} />
        <span className="min-w-0 text-small text-soft [overflow-wrap:anywhere]">
          {run.end_reason === null
            ? run.waiting_for === null
              ? null
              : texts.waitingFor[run.waiting_for]
            : makeVisible(run.end_reason)}
          {behind > 0 ? ` · ${texts.behind(behind)}` : null}
        </span>
      </p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small max-sm:order-last max-sm:basis-full">
        <Meter
          name={texts.turns}
          value={usage.turns}
          limit={control.max_turns}
          write={(value) => short.format(value)}
        />
        <Meter
          name={texts.tokens}
          value={usage.input_tokens + usage.output_tokens}
          limit={control.max_tokens}
          write={(value) => short.format(value)}
        />
        <Meter
          name={texts.workingTime}
          value={usage.working_ms}
          limit={control.max_wall_time_seconds * 1000}
          write={durationText}
        />
      </dl>
      {isOpen ? (
        <div className="flex gap-2">
          <PauseButton run={run} />
          <Button size="small" look="danger" icon="stop" onClick={() => setIsStopping(true)}>
            {texts.stop}
          </Button>
        </div>
      ) : null}
      {isStopping ? <StopDialog run={run} onClose={() => setIsStopping(false)} /> : null}
    </section>
  );
}

/** A figure against its limit, in words and as a line. */
function Meter({
  name,
  value,
  limit,
  write,
}: {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly write: (value: number) => string;
}) {
  const texts = useSessionsTexts();
  const share = Math.min(100, (value / Math.max(1, limit)) * 100);
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-1.5 whitespace-nowrap">
      <dt className="text-soft">{name}</dt>
      <dd className="contents tabular-nums">
        <span className="sm:hidden">{write(value)}</span>
        <span className="max-sm:hidden">{texts.ofLimit(write(value), write(limit))}</span>
        <span aria-hidden="true" className="col-span-2 mt-0.5 h-1 overflow-hidden rounded-sm bg-line">
          <span className="block h-full bg-accent" style={{ width: `${share}%` }} />
        </span>
      </dd>
    </div>
  );
}

function PauseButton({ run }: { readonly run: RunView }) {
  const texts = useSessionsTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const say = useToast();
  const isPaused = run.status === 'paused';
  const turn = useMutation({
    mutationFn: () =>
      api.call(isPaused ? 'resumeRun' : 'pauseRun', { params: { project_id: projectId, run_id: run.run_id } }),
    onSuccess: ({ status }) => {
      if (!isPaused && status !== 'paused') say(texts.pauseAsked);
    },
    onError: (error) => say(error.message, 'problem'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: runsKey(projectId, run.session_id) }),
  });
  return (
    <Button size="small" icon={isPaused ? 'play' : 'pause'} disabled={turn.isPending} onClick={() => turn.mutate()}>
      {isPaused ? texts.resume : texts.pause}
    </Button>
  );
}

function StopDialog({ run, onClose }: { readonly run: RunView; readonly onClose: () => void }) {
  const texts = useSessionsTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const stop = useMutation({
    mutationFn: () =>
      api.call('stopRun', {
        params: { project_id: projectId, run_id: run.run_id },
        body: reason.trim() === '' ? {} : { reason },
      }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: runsKey(projectId, run.session_id) }),
  });
  return (
    <ConfirmDialog
      title={texts.stopTitle}
      confirm={texts.stopConfirm}
      isBusy={stop.isPending}
      error={stop.error}
      onConfirm={() => stop.mutate()}
      onClose={onClose}
    >
      <p className="line-clamp-3 font-medium [overflow-wrap:anywhere]">{makeVisible(run.task)}</p>
      <p className="text-soft">{texts.stopText}</p>
      <Field label={texts.stopReason}>
        {(wiring) => <Input {...wiring} value={reason} onChange={({ target }) => setReason(target.value)} />}
      </Field>
    </ConfirmDialog>
  );
}
