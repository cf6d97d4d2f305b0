import type { Telemetry, TokenAsked } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { CallFacts } from './call-facts.ts';

/** How an approval ended: `approved`, `rejected`, `expired` or `withdrawn`. */
type ApprovalEnd = {
  readonly call: ToolCall;
  readonly requestedAt: number;
  readonly endedAt: number;
  readonly decision: string;
};

/** The part of telemetry that follows single calls. */
export type Tracing = {
  /** False where nobody would ever see what ended. */
  readonly isCollected: boolean;
  readonly execution: Telemetry['execution'];
  readonly step: Telemetry['step'];
  tokenAsked(report: TokenAsked): void;
  /** Once for each call, by the process that ended it, with the header that the call came with. */
  callEnded(call: ToolCall, facts: CallFacts, endedAt: number, traceparent: string | null): void;
  approvalEnded(end: ApprovalEnd, traceparent: string | null): void;
  /** What a line of the log that is written now belongs to. */
  logFields(): Readonly<Record<string, string>>;
  close(): Promise<void>;
};
