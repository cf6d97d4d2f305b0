import { isEnded, type RunCommit } from '@countersign/agent';
import type { Figures } from './figures.ts';

/** W4: what a step of a run adds to the figures. */
export function countCommit(figures: Figures, { run, events }: RunCommit): void {
  for (const { type, data } of events) {
    if (type !== 'turn.answered') continue;
    const { input_tokens: input, output_tokens: output } = data;
    figures.modelAnswered(run.model, { input: Number(input ?? 0), output: Number(output ?? 0) });
  }
  if (isEnded(run)) figures.runEnded(run.model, run.status);
}
