import { canonicalJson, type JsonObject } from '@countersign/contract';
import type { RegisteredTool } from '../ports/tool-registry.ts';
import type { Step } from './resolve-tool.ts';

/** The arguments in their final form, and the same as canonical JSON. */
export type ResolvedArguments = { readonly args: JsonObject; readonly sealed: string };

/**
 * The one place where arguments take their final form: defaults filled in, unknown keys refused, written as
 * canonical JSON. From here on nobody parses anything from another text.
 */
export function resolveArguments(tool: RegisteredTool, given: JsonObject): Step<ResolvedArguments> {
  const resolved = tool.resolveArguments(given);
  if (!resolved.ok) return { ok: false, error: resolved.errors.join('; ') };
  try {
    return { ok: true, value: { args: resolved.arguments, sealed: canonicalJson(resolved.arguments) } };
  } catch {
    // A8: what has no canonical form cannot be shown either, so nobody could approve it.
    return { ok: false, error: 'The arguments contain text that is not valid Unicode.' };
  }
}
