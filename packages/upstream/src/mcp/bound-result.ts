import { mcpLimits } from './mcp-limits.ts';

/** What a tool of an MCP server answered. Its texts are data: they are left as they are, but not longer than the limit. */
export type McpCallResult = {
  /** The tool itself says that it failed. */
  readonly isError: boolean;
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  /** Something was cut to the limit. */
  readonly isCut?: true;
};

type Answer = { readonly isError?: unknown; readonly content?: unknown; readonly structuredContent?: unknown };

/** A result within the limit; what is cut says so in its place. */
export function boundResult({ isError, content, structuredContent }: Answer): McpCallResult {
  const blocks = Array.isArray(content) ? (content as unknown[]) : [];
  let room: number = mcpLimits.resultLengthMax;
  let isCut = blocks.length > mcpLimits.contentBlocksMax;
  const take = <T>(value: T, shorten: (room: number) => unknown): T | unknown => {
    const length = JSON.stringify(value)?.length ?? 0;
    if (length <= room) {
      room -= length;
      return value;
    }
    isCut = true;
    const shorter = shorten(room);
    room = 0;
    return shorter;
  };
  const structured = structuredContent === undefined ? undefined : take(structuredContent, () => undefined);
  const kept = blocks
    .slice(0, mcpLimits.contentBlocksMax)
    .map((block) => take(block, (left) => shortBlock(block, left)));
  return {
    isError: isError === true,
    content: kept,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(isCut ? { isCut: true } : {}),
  };
}

function shortBlock(block: unknown, room: number): unknown {
  const { type, text } = block as { type?: unknown; text?: unknown };
  if (type === 'text' && typeof text === 'string') {
    const kept = text.slice(0, Math.floor(room / 2)).toWellFormed();
    return { type: 'text', text: `${kept}\n[cut: ${text.length - kept.length} more characters]` };
  }
  return {
    type: 'text',
    text: `[left out: ${typeof type === 'string' ? type.slice(0, 50) : 'content'} that is too large]`,
  };
}
