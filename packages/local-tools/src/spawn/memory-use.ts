import { readFileSync } from 'node:fs';

const pageBytes = 4096;

/**
 * Memory of processes together. What they share is first counted with each, which is quick and never too little; only
 * where that is past the limit is it shared out among them.
 */
export function memoryBytesOf(pids: readonly number[], limitBytes: number): number {
  const atMost = sum(pids, residentBytes);
  return atMost <= limitBytes ? atMost : sum(pids, (pid) => proportionalBytes(pid) ?? residentBytes(pid));
}

/** What the machine could still give; null where it does not say. */
export function availableMemoryBytes(): number | null {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(text('/proc/meminfo'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function residentBytes(pid: number): number {
  return Number(text(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes;
}

function proportionalBytes(pid: number): number | null {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(text(`/proc/${pid}/smaps_rollup`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function sum(pids: readonly number[], bytesOf: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + bytesOf(pid), 0);
}

function text(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
