import { type MessageId, newId, type RunId } from '@countersign/contract';
import { type FakeClock, fakeClock } from '@countersign/testing';
import {
  advanceRun,
  type LoopPorts,
  type LoopSettings,
  type Model,
  newRun,
  ProviderBreakers,
  parseScript,
  type Rest,
  type RunControl,
  RunNudges,
  scriptedModel,
  WarmRuns,
} from '../src/index.ts';
import { MemoryGateway, type MemoryTool } from './memory-gateway.ts';
import { MemoryJournal } from './memory-journal.ts';

export const control: RunControl = {
  maxTurns: 50,
  maxWallTimeMs: 1_800_000,
  maxTokens: 1_000_000,
  maxRetries: 3,
  retryBaseMs: 1000,
  retryMaxMs: 60_000,
  breakerFailures: 5,
  breakerMs: 30_000,
  noProgressTurns: 3,
  contextTokens: 100_000,
  modelTimeoutMs: 300_000,
};

export type StageOptions = {
  /** A script's answers, and what else is in a script. */
  readonly answers?: readonly object[];
  readonly script?: object;
  readonly model?: Model;
  readonly tools?: Readonly<Record<string, MemoryTool>>;
  readonly control?: Partial<RunControl>;
  readonly task?: string;
  readonly lingerMs?: number;
  readonly clock?: FakeClock;
  readonly breakers?: ProviderBreakers;
};

/** One run with everything it needs, in memory, on a clock that is moved by hand. */
export function openStage(options: StageOptions) {
  const clock = options.clock ?? fakeClock();
  const id = newId<RunId>();
  const journal = new MemoryJournal(
    newRun({
      id,
      projectId: newId(),
      sessionId: newId(),
      agentId: newId(),
      userId: newId(),
      messageId: newId<MessageId>(),
      task: options.task ?? 'Do it.',
      model: 'script',
      control: { ...control, ...options.control },
      createdAt: clock.now(),
    }),
  );
  const gateway = new MemoryGateway(clock, options.tools ?? {});
  const script = { answers: options.answers, ...options.script };
  const model = options.model ?? scriptedModel('script', parseScript(JSON.stringify(script), 'script.json'), clock);
  const ports: LoopPorts = {
    journal,
    tools: gateway,
    models: { find: (name) => (name === 'script' ? model : null) },
    clock,
  };
  const settings: LoopSettings = {
    lingerMs: options.lingerMs ?? 0,
    outputFlushMs: 100,
    warm: new WarmRuns(),
    nudges: new RunNudges(),
    breakers: options.breakers ?? new ProviderBreakers(),
  };
  const advance = (signal: AbortSignal = new AbortController().signal): Promise<Rest> =>
    advanceRun(ports, settings, id, signal);

  /** Until it is over, paused, or waits for calls; pauses before tries are passed by moving the clock. */
  const goOn = async (): Promise<Rest> => {
    for (;;) {
      const rest = await advance();
      if (rest.kind !== 'later') return rest;
      clock.set(Math.max(clock.now(), rest.at));
    }
  };
  return { clock, id, journal, gateway, ports, settings, advance, goOn };
}

export type Stage = ReturnType<typeof openStage>;

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
