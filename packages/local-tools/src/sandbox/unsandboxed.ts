import { checkPinned } from './check-pinned.ts';
import { checkRoots } from './check-roots.ts';
import { cleanEnvironment } from './clean-environment.ts';
import type { Reach, Sandbox, WrappedCommand } from './sandbox.ts';
import { systemPath } from './system-folders.ts';
import { outsideOfRoots, type ToolFolder } from './tool-folders.ts';

export type UnsandboxedOptions = {
  readonly toolFolders: readonly ToolFolder[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly temporaryFolder: string;
};

/**
 * No sandbox at all, for users who said so by name: a command may do what they may. What needs no sandbox holds all the
 * same: a clean environment, no terminal, an end at the timeout, limits.
 */
export function unsandboxed(options: UnsandboxedOptions): Sandbox {
  return { kind: 'none', wrap, close: () => {}, leftovers: [] };

  function wrap(reach: Reach): WrappedCommand {
    const roots = checkRoots(reach.roots, reach.workingFolder);
    checkPinned(reach);
    const programs = [...outsideOfRoots(options.toolFolders, roots).map(({ path }) => path), ...systemPath];
    return {
      argv: reach.argv,
      env: cleanEnvironment(options.environment, { programs, home: options.home, temporary: options.temporaryFolder }),
      folder: reach.workingFolder,
      inputs: [],
      processes: 'shared',
    };
  }
}
