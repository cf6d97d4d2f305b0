export { type CommandLimits, defaultCommandLimits } from './commands/command-limits.ts';
export type { CommandEnd, CommandRequest, CommandRunner, StopReason } from './commands/command-runner.ts';
export {
  type CommandRunnerOptions,
  type CreatedCommandRunner,
  createCommandRunner,
} from './commands/create-command-runner.ts';
export { type FailureClass, ToolCancelled, ToolFailure } from './confinement/tool-failure.ts';
export { createLocalTools, type LocalToolsOptions } from './create-local-tools.ts';
export { localToolDefinitions } from './definitions.ts';
export { type DiskLook, filesOnDisk } from './files-on-disk.ts';
export { limitsOf, type SetLimits, type ToolLimits } from './limits.ts';
export type { Execution, LocalTools, RawOutput } from './local-tools.ts';
export { missingPrograms } from './missing-programs.ts';
export { ripgrepPath } from './ripgrep-path.ts';
export type { Proof, ProofCheck } from './sandbox/proof.ts';
export { HelperLost } from './spawn/helper-lost.ts';
export { type Undone, UndoStore } from './undo/undo-store.ts';
