import type { ErrorType, JsonObject, JsonValue, OutputChunk, PreviewFile } from '@countersign/contract';
import type { Judgement } from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';

/** How a tool ended that this process ran. Where its class is `unknown`, nobody can say how far it got. */
export type ServerResult =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: string; readonly errorType?: ErrorType; readonly result?: unknown };

/**
 * U7: it has begun what takes longer, and is to go on after a while: here or elsewhere, with no more than this to go by.
 * A step that was lost is done again, so that it must be harmless.
 */
export type Continued = { readonly continueWith: JsonValue; readonly afterMs: number };

/** The call that is executed, and where what it prints goes while it runs. */
export type Running = {
  readonly call: ToolCall;
  readonly print: (stream: OutputChunk['stream'], text: string) => void;
};

/** Runs tools whose target is `server`, in this process. */
export type ServerExecutor = {
  execute(toolName: string, args: JsonObject, signal: AbortSignal, running: Running): Promise<ServerResult | Continued>;
  /** The next step of a call that goes on. Absent where none ever does. */
  resume?(state: JsonValue, signal: AbortSignal, running: Running): Promise<ServerResult | Continued>;
  /** The files that a call would change or run here, as they are now. Absent where there is nothing to see. */
  preview?(args: JsonObject, judgement: Judgement): Promise<readonly PreviewFile[]>;
};
