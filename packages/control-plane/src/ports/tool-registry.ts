import type { JsonObject, ToolDefinition } from '@countersign/contract';
import type { ShownRequest } from '@countersign/policy';

/** A tool as registered: its definition, the hash of it, and how its arguments are checked. */
export type RegisteredTool = {
  readonly definition: ToolDefinition;
  readonly version: string;
  /** Why it cannot be called now, as a sentence; absent where it can. */
  readonly unavailable?: string;
  /** Fills in defaults. Errors are `path: message`, at most five; unknown keys are errors. */
  resolveArguments(
    given: JsonObject,
  ): { readonly ok: true; readonly arguments: JsonObject } | { readonly ok: false; readonly errors: readonly string[] };
  /** What a service would be sent, with credentials masked; null where it cannot be rendered. Absent for other tools. */
  describeRequest?(args: JsonObject): ShownRequest | null;
};

export type ToolRegistry = {
  /** Also one that cannot be called now, and says so in `unavailable`. */
  find(name: string): RegisteredTool | null;
  /** Those that can be called. */
  list(): readonly RegisteredTool[];
};
