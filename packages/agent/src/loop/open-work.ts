import type { RunId } from '@countersign/contract';
import { Conversation } from '../context/conversation.ts';
import type { LoopSettings } from '../loop-settings.ts';
import type { LoopPorts } from '../ports.ts';
import { RunWork, type WarmRun } from './run-work.ts';
import { RunMoved, withAsked } from './with-asked.ts';

/** A run to work on: as this process left it where that still holds, loaded where not. Null where there is none. */
export async function openWork(
  ports: LoopPorts,
  settings: LoopSettings,
  runId: RunId,
  signal: AbortSignal,
): Promise<RunWork | null> {
  const warm = (await remembered(ports, settings, runId)) ?? (await loaded(ports, runId));
  return warm === null ? null : new RunWork(ports, settings, signal, warm);
}

async function remembered(ports: LoopPorts, settings: LoopSettings, runId: RunId): Promise<WarmRun | null> {
  const warm = settings.warm.take(runId);
  if (warm === null) return null;
  const row = await ports.journal.look(runId);
  if (row === null) return null;
  try {
    warm.run = withAsked(warm.run, row);
    return warm;
  } catch (error) {
    if (error instanceof RunMoved) return null;
    throw error;
  }
}

async function loaded({ journal, models }: LoopPorts, runId: RunId): Promise<WarmRun | null> {
  const found = await journal.load(runId);
  if (found === null) return null;
  const protocol = models.find(found.run.model)?.protocol ?? 'native';
  return {
    run: found.run,
    conversation: new Conversation(protocol, found),
    offered: null,
    submittedTurnId: null,
    overflowTurnId: null,
  };
}
