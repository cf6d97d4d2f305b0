import { existsSync, realpathSync } from 'node:fs';
import { type ToolDefinition, limits as wireLimits } from '@countersign/contract';
import type { CommandRunner } from './commands/command-runner.ts';
import { placesOfRoots } from './confinement/confined-files.ts';
import { ToolFailure } from './confinement/tool-failure.ts';
import { localToolDefinitions } from './definitions.ts';
import { fileTools } from './files/file-tools.ts';
import { type ToolLimits, toolLimits } from './limits.ts';
import type { LocalTools } from './local-tools.ts';
import { commandTools, runCommand } from './run-command.ts';
import { FileThread } from './thread/file-thread.ts';
import type { UndoStore } from './undo/undo-store.ts';

export type LocalToolsOptions = {
  /** Folders in which the tools work; the first is where relative paths begin. */
  readonly roots: readonly string[];
  /** Folders of which nothing is opened although a root may hold them: where keys are. */
  readonly closedFolders?: readonly string[];
  /** Null where commands are not to be run at all. */
  readonly commands: CommandRunner | null;
  /** What whoever asks for a command is told then. */
  readonly commandsRefusal?: string;
  readonly limits?: Partial<ToolLimits>;
  /** Keeps what `write` and `edit` replace; null where nothing is kept. */
  readonly undo?: UndoStore | null;
  /** Those that are offered, by default all there are. */
  readonly definitions?: readonly ToolDefinition[];
};

const refusal = 'Commands are not run here. Use the file tools.';

/** T1, T2: the local tools over one set of roots. Arguments have been checked against their schema before. */
export function createLocalTools(options: LocalToolsOptions): LocalTools {
  const { commands, commandsRefusal = refusal, undo = null, definitions = localToolDefinitions } = options;
  const limits: ToolLimits = { ...toolLimits, ...options.limits };
  const names = registeredNames(definitions);
  const places = placesOfRoots(options.roots);
  const roots = places.map(({ path }) => path);
  const files = new FileThread({
    roots: places,
    closedFolders: (options.closedFolders ?? []).map(realOrSame),
    limits,
    undo: undo && { folder: undo.folder, limits: undo.limits },
    previewTextLengthMax: wireLimits.previewTextLengthMax,
  });
  return {
    definitions,
    async execute(toolName, args, execution) {
      if (!names.has(toolName))
        throw new ToolFailure('validation', `There is no tool "${toolName}". There are: ${[...names].join(', ')}.`);
      const commandOf = commandTools.get(toolName);
      if (commandOf === undefined) {
        const { callId, expectedFiles, signal } = execution;
        return await files.ask({ kind: 'execute', toolName, args, callId, expectedFiles }, signal);
      }
      if (commands === null) throw new ToolFailure('policy', commandsRefusal);
      return await runCommand(commandOf(args), execution, { commands, files, roots, limits });
    },
    async preview(paths) {
      return await files.ask({ kind: 'preview', paths });
    },
    async close() {
      await files.close();
    },
  };
}

function realOrSame(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** A definition without code behind it, or two of one name, are mistakes of whoever put them together. */
function registeredNames(definitions: readonly ToolDefinition[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of definitions) {
    if (names.has(name)) throw new Error(`There are two tools of the name "${name}".`);
    if (!fileTools.has(name) && !commandTools.has(name))
      throw new Error(`There is nothing that runs the tool "${name}".`);
    names.add(name);
  }
  return names;
}
