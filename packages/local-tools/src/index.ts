export { localToolDefinitions } from './definitions.ts';
export { type DiskLook, filesOnDisk } from './files-on-disk.ts';
