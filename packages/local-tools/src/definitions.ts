import type { ToolDefinition } from '@countersign/contract';

/** Commands run for 30 s unless they ask for more, and never for more than 300 s. */
const commandSecondsDefault = 30;
const commandSecondsMax = 300;
const fileToolTimeoutMs = 30_000;

const path = { type: 'string', minLength: 1, maxLength: 4096, description: 'Path inside the workspace' };

/** The local tools, as a runner offers them. */
export const localToolDefinitions: readonly ToolDefinition[] = [
  {
    name: 'read_file',
    description: 'Read a file of the workspace',
    inputSchema: strictObject({ path }, ['path']),
    target: 'runner',
    executionTimeoutMs: fileToolTimeoutMs,
  },
  {
    name: 'write_file',
    description: 'Write or append to a file of the workspace',
    inputSchema: strictObject(
      {
        path,
        content: { type: 'string', description: 'What to write' },
        mode: {
          type: 'string',
          enum: ['write', 'append'],
          default: 'write',
          description: 'Replace the file, or add to its end',
        },
      },
      ['path', 'content'],
    ),
    target: 'runner',
    executionTimeoutMs: fileToolTimeoutMs,
  },
  {
    name: 'list_directory',
    description: 'List a folder of the workspace',
    inputSchema: strictObject(
      {
        path: { ...path, default: '.' },
        recursive: { type: 'boolean', default: false, description: 'Go into sub-folders too' },
        pattern: {
          type: 'string',
          default: '*',
          maxLength: 1000,
          description: 'Glob; hidden files only where it asks for them',
        },
      },
      [],
    ),
    target: 'runner',
    executionTimeoutMs: fileToolTimeoutMs,
  },
  {
    name: 'execute_command',
    description: 'Run a program with arguments; no shell is involved',
    inputSchema: strictObject(
      {
        command: { type: 'string', minLength: 1, maxLength: 4096, description: 'The program' },
        args: {
          type: 'array',
          items: { type: 'string', maxLength: 131_072 },
          maxItems: 1000,
          default: [],
          description: 'Its arguments, one item each',
        },
        timeout: {
          type: 'integer',
          minimum: 1,
          maximum: commandSecondsMax,
          default: commandSecondsDefault,
          description: 'Seconds it may run',
        },
      },
      ['command'],
    ),
    target: 'runner',
    executionTimeoutMs: commandSecondsMax * 1000,
  },
];

function strictObject(properties: Record<string, unknown>, required: readonly string[]): Record<string, unknown> {
  return { type: 'object', properties, required, additionalProperties: false };
}
