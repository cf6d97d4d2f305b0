import type { JsonObject, ToolDefinition } from '@countersign/contract';

/** A tool as registered: its definition, the hash of it, and how its arguments are checked. */
export type RegisteredTool = {
  readonly definition: ToolDefinition;
  readonly version: string;
  /** Fills in defaults. Errors are `path: message`, at most five; unknown keys are errors. */
  resolveArguments(
    given: JsonObject,
  ): { readonly ok: true; readonly arguments: JsonObject } | { readonly ok: false; readonly errors: readonly string[] };
};

export type ToolRegistry = {
  find(name: string): RegisteredTool | null;
  list(): readonly RegisteredTool[];
};
