const megabyte = 1024 * 1024;

/** What one command may use up. Every one of them can be set where a runner is started. */
export type CommandLimits = {
  /** Memory that all processes of a command use together. */
  readonly memoryBytesMax: number;
  /** Memory that one process may ask for. It is more: there are programs that ask for much and use little. */
  readonly askedBytesMax: number;
  readonly processesMax: number;
  readonly threadsMax: number;
  readonly openFilesMax: number;
  readonly fileBytesMax: number;
  /** What fits in the private `/tmp`, the home in it included. It is memory, on top of that of the processes. */
  readonly temporaryBytesMax: number;
  readonly temporaryFilesMax: number;
  readonly sharedMemoryBytesMax: number;
  /** A command that writes is stopped where it leaves less than this on the disk of a root. */
  readonly freeDiskBytesMin: number;
  /** Commands are stopped where the machine has less memory left than this, before the system picks what to stop. */
  readonly freeMemoryBytesMin: number;
  /** Of each stream. What is printed past it is read and counted, and goes nowhere. */
  readonly outputBytesMax: number;
};

export const defaultCommandLimits: CommandLimits = {
  memoryBytesMax: 4096 * megabyte,
  askedBytesMax: 16_384 * megabyte,
  processesMax: 512,
  threadsMax: 4096,
  openFilesMax: 4096,
  fileBytesMax: 1024 * megabyte,
  temporaryBytesMax: 1024 * megabyte,
  temporaryFilesMax: 200_000,
  sharedMemoryBytesMax: 256 * megabyte,
  freeDiskBytesMin: 512 * megabyte,
  freeMemoryBytesMin: 256 * megabyte,
  outputBytesMax: megabyte,
};
