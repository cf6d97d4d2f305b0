import { appendFileSync } from 'node:fs';
import type { ToolDefinition } from '@countersign/contract';
import type { ServerExecutor } from '@countersign/control-plane';

/** A tool that the server itself runs: it adds a line to a file, so that everyone can see how often it ran. */
export const noteTool: ToolDefinition = {
  name: 'note',
  description: 'Add a line to the notes',
  inputSchema: {
    type: 'object',
    properties: { key: { type: 'string' }, text: { type: 'string' } },
    required: ['key', 'text'],
    additionalProperties: false,
  },
  target: 'server',
  executionTimeoutMs: 30_000,
};

export function noteExecutor(path: string): ServerExecutor {
  return {
    async execute(_toolName, { key, text }) {
      recordExecution(path, `note ${String(key)} ${String(text)}`);
      return { ok: true, result: { noted: true } };
    },
  };
}

/** On disk before anything else happens: what was executed must be known even if the process dies right after. */
export function recordExecution(path: string, line: string): void {
  appendFileSync(path, `${line}\n`, { flush: true });
}
