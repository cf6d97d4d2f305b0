import { type Static, Type } from 'typebox';
import { FreeObject, Nullable, Strict } from './primitives.ts';

/** T3: what every local tool answers, whatever it does. */
export const ToolResult = Strict({
  ok: Type.Boolean(),
  exit_code: Type.Integer({ description: 'Of the command; 0 or 1 for tools that are none' }),
  stdout: Type.String(),
  stderr: Type.String(),
  truncated_lines: Type.Boolean(),
  truncated_bytes: Type.Boolean(),
  next_page_cursor: Nullable(Type.String({ description: 'Give it as `cursor` with the same arguments to go on' })),
  meta: FreeObject,
});
export type ToolResult = Static<typeof ToolResult>;
