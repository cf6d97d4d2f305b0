import type { CommandContext } from '../command-context.ts';
import { printable, printableLines } from '../render/printable.ts';
import type { RunnerReady } from '../render/runner-screen.ts';
import { companionEnv } from '../supervisor/companion-env.ts';
import type { Ready } from '../supervisor/server-process.ts';
import { type CompanionLine, superviseCompanion } from '../supervisor/supervise-companion.ts';

/** How long the first screen waits for the runner: proving a sandbox takes a moment. */
const announceMsMax = 8_000;
const quietStopMs = 1_500;

export type LocalRunner = {
  /** What it is once the server knows it; null where that takes too long or it does not start. */
  readonly announced: Promise<RunnerReady | null>;
  stop(): Promise<void>;
};

/** The runner for the current folder that comes with `countersign start`. It is quiet unless something is refused or fails. */
export function startLocalRunner(
  context: CommandContext,
  ready: Ready,
  options: { readonly allowUnsandboxed: boolean; readonly onLine: (line: CompanionLine) => void },
): LocalRunner {
  const { terminal, style } = context;
  const announced = Promise.withResolvers<RunnerReady | null>();
  const timer = setTimeout(() => announced.resolve(null), announceMsMax);
  let said: RunnerReady | null = null;
  let isTold = false;
  const { toolAllowedRoots, dataDir } = context.config().config;
  const supervised = superviseCompanion({
    entry: terminal.ownEntry(),
    args: [
      ...['runner', '--json', '--data-dir', dataDir],
      ...(ready.project_id === null ? [] : ['--project', ready.project_id]),
      ...toolAllowedRoots.flatMap((root) => ['--root', root]),
      ...(options.allowUnsandboxed ? ['--allow-unsandboxed'] : []),
    ],
    env: companionEnv(context),
    clock: terminal,
    log: 'kept',
    onLine(line) {
      if (line.type === 'ready') said = line as unknown as RunnerReady;
      if (line.type === 'announced') announced.resolve(said);
      options.onLine(line);
      const trouble = troubleIn(line);
      if (trouble !== null && !context.isJson) terminal.warn(`${style.bad('runner')}: ${printable(trouble)}\n`);
    },
    onEnd({ code, said: words, retryInMs }) {
      announced.resolve(null);
      const next = retryInMs === null ? 'It is not started again.' : `It is started again in ${retryInMs / 1000} s.`;
      terminal.warn(
        `${style.bad('The runner ended')} (${code ?? 'no code'}). ${next}\n${printableLines(words)
          .map((line) => `  ${line}\n`)
          .join('')}`,
      );
    },
  });
  return {
    announced: announced.promise,
    async stop() {
      clearTimeout(timer);
      announced.resolve(null);
      // Said only where there is something to wait for.
      const patience = setTimeout(() => {
        if (!isTold) terminal.warn('Calls that run may end first; Ctrl+C again stops them.\n');
        isTold = true;
      }, quietStopMs);
      await supervised.stop();
      clearTimeout(patience);
    },
  };
}

function troubleIn(line: CompanionLine): string | null {
  const call = (line.call as { summary?: string } | null | undefined)?.summary ?? 'an order';
  if (line.type === 'order.refused') return `refused ${call}: ${(line.problem as { words: string }).words}`;
  if (line.type === 'fault') return String(line.error);
  if (line.type === 'report.refused') return `the report of ${call} was not taken: ${String(line.error)}`;
  if (line.type !== 'call.finished') return null;
  const { status, error } = line.end as { status: string; error: string | null };
  return status === 'failed' || status === 'unknown' ? `${call} ${status}: ${error ?? ''}` : null;
}
