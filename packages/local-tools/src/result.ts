import type { JsonObject, ToolResult } from '@countersign/contract';

/** T3: the envelope of a tool that did what it was asked; what is not said is as for a plain success. */
export function toolResult(parts: Partial<Omit<ToolResult, 'meta'>> & { readonly meta?: JsonObject } = {}): ToolResult {
  return {
    ok: true,
    exit_code: 0,
    stdout: '',
    stderr: '',
    truncated_lines: false,
    truncated_bytes: false,
    next_page_cursor: null,
    meta: {},
    ...parts,
  };
}
