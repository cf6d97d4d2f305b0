import { readdirSync, readFileSync } from 'node:fs';

/** A process, and what tells it from a later one with the same number. */
export type SeenProcess = { readonly pid: number; readonly startedAt: string };

/**
 * A process and all that descend from it, parents first, and how many threads they have. Ends after `processesMax`: who
 * counts to a limit needs not know how far past it they are. Empty where the system has no `/proc`.
 */
export function processTree(root: number, processesMax: number): { pids: number[]; threads: number } {
  const pids = [root];
  let threads = 0;
  for (let index = 0; index < pids.length && pids.length <= processesMax; index += 1) {
    const tasks = `/proc/${pids[index]}/task`;
    for (const task of entries(tasks)) {
      threads += 1;
      const children = text(`${tasks}/${task}/children`);
      for (const child of children.split(' ')) if (child !== '') pids.push(Number(child));
    }
  }
  return { pids: threads === 0 ? [] : pids, threads };
}

/** When a process started, in the system's own ticks; null where it is gone. */
export function startOf(pid: number): string | null {
  const stat = statFields(pid);
  return stat === null || stat[0] === 'Z' || stat[0] === 'X' ? null : (stat[19] ?? null);
}

/** Whether it is still that process, and not another that got its number. */
export function isAlive({ pid, startedAt }: SeenProcess): boolean {
  return startOf(pid) === startedAt;
}

/** By what the processes of a command are known among all others. */
export type ProcessMark = {
  /** Their group or session; null where it is not known. */
  readonly group: number | null;
  /** A variable with its value, which children inherit, or a word of the command line. */
  readonly variable: string;
  /** The system's own ticks at which the first of them started: who is older is none of them. */
  readonly since: number;
};

export function processesOf({ group, variable, since }: ProcessMark): SeenProcess[] {
  return entries('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const stat = statFields(pid);
    if (stat === null || stat[0] === 'Z' || Number(stat[19]) < since) return [];
    const isOne = Number(stat[2]) === group || Number(stat[3]) === group || hasVariable(pid, variable);
    return isOne ? [{ pid, startedAt: stat[19]! }] : [];
  });
}

function hasVariable(pid: number, variable: string): boolean {
  return ['environ', 'cmdline'].some((file) => text(`/proc/${pid}/${file}`).split('\0').includes(variable));
}

/** The fields of `/proc/PID/stat` from the state on: the name before it may hold anything. */
function statFields(pid: number): string[] | null {
  const stat = text(`/proc/${pid}/stat`);
  return stat === '' ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function text(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
