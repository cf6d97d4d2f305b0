import type { RunView } from '@countersign/contract';
import { command } from '../../command.ts';
import { findRunId } from '../../find-run.ts';
import { UsageError } from '../../usage-error.ts';

const arguments_ = [['<id>', 'id of the run, or the beginning of it']] as const;

export const stopRun = command<{ reason?: string }>({
  summary: 'End a run',
  details: 'Its calls that nobody has decided are withdrawn; what executes is asked to stop.',
  arguments: arguments_,
  options: [{ flags: '--reason <text>', description: 'kept with the run' }],
  examples: [['runs stop 019a3c5e-7d', 'ids are in runs list']],
  async run(context, [given], { reason }) {
    const project = await context.projectId();
    const id = await findRunId(context, project, given!);
    const run = await context.client().runs.stop(project, id, reason);
    context.print(run, () => stateLine(run, 'It ends with the step it is at.'));
  },
});

export const pauseRun = command({
  summary: 'Let a run rest after the step it is at; its calls go on',
  arguments: arguments_,
  examples: [['runs pause 019a3c5e-7d', 'it goes on with runs resume']],
  async run(context, [given]) {
    const project = await context.projectId();
    const run = await context.client().runs.pause(project, await findRunId(context, project, given!));
    context.print(run, () => stateLine(run, 'It rests after the step it is at.'));
  },
});

export const resumeRun = command({
  summary: 'Let a run that was paused go on',
  arguments: arguments_,
  examples: [['runs resume 019a3c5e-7d', 'ids are in runs list --status paused']],
  async run(context, [given]) {
    const project = await context.projectId();
    const run = await context.client().runs.resume(project, await findRunId(context, project, given!));
    context.print(run, () => stateLine(run, 'It goes on.'));
  },
});

export const steerRun = command({
  summary: 'Say something to the agent while it works',
  details: 'It hears it before its next step.',
  arguments: [...arguments_, ['<text...>', 'what it should know or do instead']],
  examples: [['runs steer 019a3c5e-7d "Leave the tests alone"', 'ids are in runs list']],
  async run(context, [given, ...words]) {
    const text = words.join(' ').trim();
    if (text === '') throw new UsageError('there is nothing to say: give the text');
    const project = await context.projectId();
    const runId = await findRunId(context, project, given!);
    const posted = await context.client().chat.postMessage(project, { text, run_id: runId });
    context.print(posted, () => stateLine(posted.run, 'It hears it before its next step.'));
  },
});

function stateLine({ run_id, status }: RunView, next: string): string {
  const isOver = ['completed', 'stopped', 'failed', 'cancelled', 'paused'].includes(status);
  return `Run ${run_id} is ${status}. ${isOver ? '' : next}`.trimEnd().concat('\n');
}
