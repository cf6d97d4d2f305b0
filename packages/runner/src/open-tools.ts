import { join } from 'node:path';
import type { SandboxKind } from '@countersign/contract';
import {
  createCommandRunner,
  createLocalTools,
  type LocalTools,
  limitsOf,
  type Proof,
  type SetLimits,
  UndoStore,
} from '@countersign/local-tools';
import { gitIdentity } from './git-identity.ts';

export type ToolsOptions = {
  readonly roots: readonly string[];
  readonly stateFolder: string;
  /** Where the keys of this user are: nothing of it is read, written or seen by a command. */
  readonly dataDir: string;
  readonly allowUnsandboxed: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folders of programs besides those of the system; none for Node's own. */
  readonly toolPath?: readonly string[];
  /** How long tools may take and how much they give back, where a call does not say it. */
  readonly limits?: SetLimits;
};

/** How commands run here, and how that was proved. */
export type ProvedSandbox = {
  readonly kind: SandboxKind;
  readonly runsCommands: boolean;
  readonly proof: Proof | null;
  /** Why there is no sandbox that holds, and what to do; null where there is one. */
  readonly refusal: string | null;
};

export type OpenedTools = { readonly tools: LocalTools; readonly sandbox: ProvedSandbox };

/** Where a runner keeps what files were before calls changed them. */
export function undoFolderOf(stateFolder: string): string {
  return join(stateFolder, 'undo');
}

/** The local tools over a runner's roots, with commands as this machine can run them. */
export async function openTools({
  roots,
  stateFolder,
  dataDir,
  allowUnsandboxed,
  environment,
  toolPath = [],
  limits,
}: ToolsOptions): Promise<OpenedTools> {
  const { runner, proof, refusal } = await createCommandRunner({
    allowUnsandboxed,
    environment,
    privateFolder: dataDir,
    gitIdentity: await gitIdentity(),
    ...(toolPath.length === 0 ? {} : { toolPath }),
  });
  const undo = UndoStore.open(undoFolderOf(stateFolder));
  const tools = createLocalTools({
    roots,
    closedFolders: [dataDir],
    commands: runner,
    undo,
    ...(limits === undefined ? {} : { limits: limitsOf(limits) }),
    ...(refusal === null ? {} : { commandsRefusal: refusal }),
  });
  return {
    tools: {
      ...tools,
      async close() {
        await tools.close();
        await runner?.close();
      },
    },
    sandbox: { kind: runner?.sandbox ?? 'none', runsCommands: runner !== null, proof, refusal },
  };
}
