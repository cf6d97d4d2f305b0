import type { ToolDefinition } from '@countersign/contract';

/** Commands run for 30 s unless they ask for more, and never for more than 300 s. */
const commandSecondsDefault = 30;
const commandSecondsMax = 300;
const fileToolTimeoutMs = 30_000;

const path = { type: 'string', minLength: 1, maxLength: 4096, description: 'Path inside the workspace' };

const optionalPath = { ...path, default: '.' };
const limit = { type: 'integer', minimum: 1, maximum: 1000, default: 1000, description: 'Entries at the most' };
const timeoutSeconds = {
  type: 'integer',
  minimum: 1,
  maximum: commandSecondsMax,
  default: commandSecondsDefault,
  description: 'Seconds it may run',
};
/** A longer text is for a file; bytes are counted again where it is written. */
const content = { type: 'string', maxLength: 10_000_000, description: 'What to write' };
const pattern = { type: 'string', minLength: 1, maxLength: 1000 };
const workingFolder = {
  ...path,
  description: 'Folder of the workspace in which it runs; its root where none is given',
};

/** T1: the local tools, as a runner offers them. Two families of names stand for one implementation. */
export const localToolDefinitions: readonly ToolDefinition[] = [
  fileTool(
    'read',
    'Read a file of the workspace, or a piece of it',
    {
      path,
      offset: { type: 'integer', minimum: 0, default: 0, description: 'Byte at which to begin' },
      limit_bytes: {
        type: 'integer',
        minimum: 1,
        maximum: 104_857_600,
        default: 51_200,
        description: 'Bytes at the most',
      },
    },
    ['path'],
  ),
  fileTool('read_file', 'Read a file of the workspace', { path }, ['path']),
  fileTool(
    'ls',
    'List a folder of the workspace',
    {
      path: optionalPath,
      recursive: { type: 'boolean', default: false, description: 'Go into sub-folders too' },
      limit,
    },
    [],
  ),
  fileTool(
    'list_directory',
    'List a folder of the workspace',
    {
      path: optionalPath,
      recursive: { type: 'boolean', default: false, description: 'Go into sub-folders too' },
      pattern: { ...pattern, default: '*', description: 'Glob; hidden files only where it asks for them' },
    },
    [],
  ),
  fileTool(
    'find',
    'Find files of the workspace by name',
    {
      path: optionalPath,
      name_pattern: { ...pattern, description: 'Glob that names have to match' },
      max_depth: { type: 'integer', minimum: 1, maximum: 100, description: 'Levels of folders to go into' },
      limit,
    },
    ['name_pattern'],
  ),
  fileTool(
    'grep',
    'Find text in files of the workspace',
    {
      path: optionalPath,
      pattern: { ...pattern, maxLength: 10_000, description: 'Regular expression' },
      glob: { ...pattern, description: 'Only files that match' },
      limit,
    },
    ['pattern'],
  ),
  fileTool(
    'write',
    'Write or append to a file of the workspace',
    {
      path,
      content,
      mode: {
        type: 'string',
        enum: ['overwrite', 'append'],
        default: 'overwrite',
        description: 'Replace the file, or add to its end',
      },
    },
    ['path', 'content'],
  ),
  fileTool(
    'write_file',
    'Write or append to a file of the workspace',
    {
      path,
      content,
      mode: {
        type: 'string',
        enum: ['write', 'append'],
        default: 'write',
        description: 'Replace the file, or add to its end',
      },
    },
    ['path', 'content'],
  ),
  fileTool(
    'edit',
    'Replace text in a file of the workspace',
    {
      path,
      find: { ...content, minLength: 1, description: 'The text to replace, exactly' },
      replace: { ...content, description: 'What takes its place' },
      all: { type: 'boolean', default: false, description: 'Every place; otherwise there must be just one' },
    },
    ['path', 'find', 'replace'],
  ),
  commandTool(
    'execute_command',
    'Run a program with arguments; no shell is involved',
    {
      command: { type: 'string', minLength: 1, maxLength: 4096, description: 'The program' },
      args: {
        type: 'array',
        items: { type: 'string', maxLength: 131_072 },
        maxItems: 1000,
        default: [],
        description: 'Its arguments, one item each',
      },
      timeout: timeoutSeconds,
    },
    ['command'],
  ),
  commandTool(
    'bash',
    'Run a script with bash',
    {
      cmd: { type: 'string', minLength: 1, maxLength: 32_768, description: 'The script' },
      workdir: workingFolder,
      timeout_seconds: timeoutSeconds,
    },
    ['cmd'],
  ),
];

function fileTool(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required: readonly string[],
): ToolDefinition {
  return {
    name,
    description,
    inputSchema: strictObject(properties, required),
    target: 'runner',
    executionTimeoutMs: fileToolTimeoutMs,
  };
}

function commandTool(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required: readonly string[],
): ToolDefinition {
  return {
    name,
    description,
    inputSchema: strictObject(properties, required),
    target: 'runner',
    executionTimeoutMs: commandSecondsMax * 1000,
  };
}

function strictObject(properties: Record<string, unknown>, required: readonly string[]): Record<string, unknown> {
  return { type: 'object', properties, required, additionalProperties: false };
}
