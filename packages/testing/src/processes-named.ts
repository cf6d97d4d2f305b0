import { readdirSync, readFileSync } from 'node:fs';

/** Processes of this machine that have a word in their command line. For tests that look for what was left behind. */
export function processesNamed(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word);
    } catch {
      return false;
    }
  });
}
