import type { ProjectId, SessionId, StreamMessage } from '@countersign/contract';
import type { Principal } from '@countersign/control-plane';

/** A message ready to be written, its text made once for all viewers. */
export type Frame = { readonly message: StreamMessage; readonly sse: string };

export function frameOf(message: StreamMessage): Frame {
  return { message, sse: `id: ${message.id}\n${eventText(message)}` };
}

/** The same message out of turn: without a place in the log, so that nobody takes it for seen or resumes from it. */
export function unplaced({ message }: Frame): Frame {
  return { message, sse: eventText(message) };
}

function eventText({ event, data }: StreamMessage): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Someone who watches a project: an SSE connection or a WebSocket. */
export type Viewer = {
  readonly principal: Principal;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId | null;
  /** Writes a frame. False: the viewer lags too far behind and must be waited for, or cut off. */
  write(frame: Frame): boolean;
  /** True once it has left: nothing more needs to be read for it. */
  isGone(): boolean;
  /** Resolves when the viewer has caught up with what was written, or is gone. */
  drained(): Promise<void>;
  /** A sign of life. */
  beat(): void;
  /** Ends it; it may come back and resume. */
  cut(): void;
};
