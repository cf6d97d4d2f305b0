import type { OutputChunk, SubmitResultRequest } from '@countersign/contract';
import type { OrderProblem } from './check-order.ts';

/** A call as whoever watches the runner is told of it: its arguments with secrets masked. */
export type WatchedCall = {
  readonly toolId: string;
  readonly toolName: string;
  /** One line of what it does. */
  readonly summary: string;
};

/** How a call ended, without its result. */
export type WatchedEnd = {
  readonly status: SubmitResultRequest['status'];
  readonly error: string | null;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
};

/** Everything a runner does, as it does it. What reads this may not throw: it is called between the steps. */
export type RunnerEvent =
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected'; readonly error: unknown; readonly retryInMs: number }
  | { readonly type: 'announced' }
  | { readonly type: 'order.refused'; readonly problem: OrderProblem; readonly call: WatchedCall | null }
  | { readonly type: 'call.verified'; readonly call: WatchedCall }
  | { readonly type: 'call.journalled'; readonly call: WatchedCall }
  | { readonly type: 'call.claimed'; readonly call: WatchedCall }
  | { readonly type: 'call.taken'; readonly call: WatchedCall; readonly error: unknown }
  | { readonly type: 'call.started'; readonly call: WatchedCall }
  | { readonly type: 'call.output'; readonly call: WatchedCall; readonly chunk: OutputChunk }
  | { readonly type: 'call.cancelling'; readonly call: WatchedCall; readonly why: string }
  | { readonly type: 'call.finished'; readonly call: WatchedCall; readonly end: WatchedEnd }
  | { readonly type: 'call.reported'; readonly call: WatchedCall; readonly end: WatchedEnd }
  | { readonly type: 'call.over'; readonly call: WatchedCall }
  | { readonly type: 'report.refused'; readonly call: WatchedCall; readonly error: unknown }
  | { readonly type: 'report.delayed'; readonly call: WatchedCall; readonly error: unknown; readonly retryInMs: number }
  | { readonly type: 'call.recovered'; readonly call: WatchedCall; readonly end: WatchedEnd }
  | { readonly type: 'preview.answered'; readonly call: WatchedCall; readonly files: number }
  | { readonly type: 'preview.failed'; readonly call: WatchedCall; readonly error: unknown }
  | { readonly type: 'fault'; readonly error: unknown };

export type OnEvent = (event: RunnerEvent) => void;
