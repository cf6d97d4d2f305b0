import type { SandboxKind } from '@countersign/contract';
import type { CommandRequest } from '../commands/command-runner.ts';

/** A command and what it may touch: as the gate decided it, not as the command would like it. */
export type Reach = Pick<
  CommandRequest,
  'argv' | 'workingFolder' | 'roots' | 'mayWrite' | 'mayUseNetwork' | 'pinnedFiles'
>;

/** What is started in place of the command. */
export type WrappedCommand = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where the program itself starts. A sandbox that has its own view of the disk goes to the command's folder inside. */
  readonly folder: string;
  /** What is given at the descriptors from `firstInputDescriptor` on: bytes, or the path of a file that holds them. */
  readonly inputs: readonly (Uint8Array | string)[];
  /**
   * `own`: every process of the command dies with the first one of the sandbox, which is told as a line of JSON at
   * `reportDescriptor`. `shared`: they are among all others of this machine and have to be looked for.
   */
  readonly processes: 'own' | 'shared';
  /** A word of the command line of the sandbox itself that nobody else has, by which it is found where its helper is gone. */
  readonly ownWord?: string;
};

export const reportDescriptor = 3;
export const firstInputDescriptor = 4;

/** T6: how a command is kept from everything it was not given. Containers and small machines can be others. */
export type Sandbox = {
  readonly kind: SandboxKind;
  /** Throws a ToolFailure where the reach cannot be kept. */
  wrap(reach: Reach): WrappedCommand;
  close(): void;
  /** What `close` removes, for the helper to remove where the runner is killed and cannot. */
  readonly leftovers: readonly string[];
};
