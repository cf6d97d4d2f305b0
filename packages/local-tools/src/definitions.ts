import type { ToolDefinition } from '@countersign/contract';

/** Never longer, whatever a call asks for and whoever runs it has set. Without either it is much less. */
const toolSecondsMax = 300;

const path = { type: 'string', minLength: 1, maxLength: 4096, description: 'Path inside the workspace' };

const optionalPath = { ...path, default: '.' };
const limit = { type: 'integer', minimum: 1, maximum: 1000, default: 1000, description: 'Entries at the most' };
const timeoutSeconds = {
  type: 'integer',
  minimum: 1,
  maximum: toolSecondsMax,
  description: 'Seconds it may run; 30 where none are given, unless it is set otherwise where it runs',
};
/** A longer text is for a file; bytes are counted again where it is written. */
const content = { type: 'string', maxLength: 10_000_000, description: 'What to write' };
const pattern = { type: 'string', minLength: 1, maxLength: 1000 };
const cursor = {
  type: 'string',
  minLength: 1,
  maxLength: 10_000,
  description: '`next_page_cursor` of the page before, with the same arguments',
};
const workingFolder = {
  ...path,
  description: 'Folder of the workspace in which it runs; its root where none is given',
};

/** T1: the local tools, as a runner offers them. Two families of names stand for one implementation. */
export const localToolDefinitions: readonly ToolDefinition[] = [
  tool(
    'read',
    'Read a file of the workspace, or a piece of it',
    {
      path,
      offset: { type: 'integer', minimum: 0, default: 0, description: 'Byte at which to begin' },
      limit_bytes: {
        type: 'integer',
        minimum: 1,
        maximum: 104_857_600,
        description: 'Bytes at the most; 51200 where none are given, unless it is set otherwise where it is read',
      },
      cursor,
    },
    ['path'],
  ),
  tool('read_file', 'Read a file of the workspace', { path, cursor }, ['path']),
  tool(
    'ls',
    'List a folder of the workspace',
    {
      path: optionalPath,
      recursive: { type: 'boolean', default: false, description: 'Go into sub-folders too' },
      limit,
      cursor,
    },
    [],
  ),
  tool(
    'list_directory',
    'List a folder of the workspace',
    {
      path: optionalPath,
      recursive: { type: 'boolean', default: false, description: 'Go into sub-folders too' },
      pattern: {
        ...pattern,
        default: '*',
        description: 'Glob; hidden files only where a name in it begins with a dot',
      },
      cursor,
    },
    [],
  ),
  tool(
    'find',
    'Find files and folders of the workspace by name, also those that git ignores',
    {
      path: optionalPath,
      name_pattern: {
        ...pattern,
        description: 'Glob that names have to match; hidden files only where it begins with a dot',
      },
      max_depth: { type: 'integer', minimum: 1, maximum: 100, description: 'Levels of folders to go into' },
      limit,
      cursor,
    },
    ['name_pattern'],
  ),
  tool(
    'grep',
    'Find text in files of the workspace, without hidden ones and those that git ignores',
    {
      path: optionalPath,
      pattern: { ...pattern, maxLength: 10_000, description: 'Regular expression' },
      glob: { ...pattern, description: 'Only files that match' },
      limit,
      cursor,
    },
    ['pattern'],
  ),
  tool(
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
  tool(
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
  tool(
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
  tool(
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
  tool(
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

function tool(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required: readonly string[],
): ToolDefinition {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    target: 'runner',
    executionTimeoutMs: toolSecondsMax * 1000,
  };
}
