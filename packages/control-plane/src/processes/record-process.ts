import type { EventType, ProcessId } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { NewEvent } from '../ports/records.ts';

type Plane = Pick<ControlPlane, 'store' | 'clock'>;

export type ProcessStart = {
  readonly role: string;
  readonly version: string;
  readonly pid: number;
  /** The one whose place it takes. */
  readonly previous?: ProcessId;
};

export type ProcessCrash = {
  readonly code: number | null;
  readonly signal: string | null;
  /** How often it was started again by then. */
  readonly restarts: number;
  /** Null where it is not started again. */
  readonly retryInMs: number | null;
  readonly at?: number;
};

export type CrashLoop = { readonly crashes: number; readonly windowSeconds: number; readonly threshold: number };

/** W2, W5: what becomes of the processes that do the work: the roots of the tree of events. */
export function recordProcessStarted(plane: Plane, processId: ProcessId, start: ProcessStart): Promise<void> {
  return record(plane, processId, 'process.started', {
    role: start.role,
    version: start.version,
    pid: start.pid,
    ...(start.previous === undefined ? {} : { previous: start.previous }),
  });
}

export function recordProcessStopped(plane: Plane, processId: ProcessId): Promise<void> {
  return record(plane, processId, 'process.stopped', {});
}

/** Told by whoever started it: the dead say nothing. */
export function recordProcessCrashed(plane: Plane, processId: ProcessId, crash: ProcessCrash): Promise<void> {
  const { code, signal, restarts, retryInMs, at } = crash;
  const data = { process_id: processId, code, signal, restarts, retry_in_ms: retryInMs };
  return record(plane, processId, 'process.crashed', data, at);
}

/** Of the process that was started last: the others are gone. */
export function recordCrashLoop(plane: Plane, processId: ProcessId, loop: CrashLoop): Promise<void> {
  const { crashes, windowSeconds, threshold } = loop;
  return record(plane, processId, 'process.crash_looped', { crashes, window_seconds: windowSeconds, threshold });
}

async function record(
  { store, clock }: Plane,
  processId: ProcessId,
  type: EventType,
  data: NewEvent['data'],
  at: number = clock.now(),
): Promise<void> {
  await store.commit({ guard: { kind: 'none' }, events: [systemEvent(type, 'system', at, processId, data)] });
}
