import type { SourceSettings, ToolChange, ToolDefinition } from '@countersign/contract';

/** Everything that a service offers, as it was found. */
export type Inventory = {
  readonly tools: readonly ToolDefinition[];
  readonly leftOut: readonly { readonly operation: string; readonly reason: string }[];
  readonly warnings: readonly string[];
  /** SHA-256 over all definitions. */
  readonly hash: string;
};

/** A tool as it was when the service was last looked at. */
export type KnownTool = { readonly definition: ToolDefinition; readonly isDeprecated: boolean };

/** Looks at services. */
export type SourceImporter = {
  /** Throws `import_failed`, with what to do about it, where no tools could be taken from there. */
  import(settings: SourceSettings, signal: AbortSignal): Promise<Inventory>;
  /** What is not as it was, with a diff that can be read; tools that are the same in both are not among it. */
  compare(before: readonly KnownTool[], after: readonly ToolDefinition[]): readonly ToolChange[];
  /** Hosts that tools go to and none went to before: credentials would follow. */
  newHosts(before: readonly KnownTool[], after: readonly ToolDefinition[]): readonly string[];
};
