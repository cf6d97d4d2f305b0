export { type FailureClass, ToolFailure } from './confinement/tool-failure.ts';
export { localToolDefinitions } from './definitions.ts';
export { type DiskLook, filesOnDisk } from './files-on-disk.ts';
export type { Execution, LocalTools, RawOutput } from './local-tools.ts';
