import { isAlive, processesOf, processTree, type SeenProcess, startOf } from './process-tree.ts';
import { spawnLimits } from './spawn-limits.ts';

/** The processes of one command, to be asked to end and to be ended, whatever they did to hide. */
export type CommandProcesses = {
  /** Asks all of them to end. False where there is nobody to ask yet. */
  readonly terminate: () => boolean;
  readonly kill: () => void;
  /** Ends what is left of a command that ended by itself, and waits until it is gone. */
  readonly sweep: () => Promise<void>;
  /** Remembers who is there now: a process that leaves its group and its parents is found again. */
  readonly note: (pids: readonly number[]) => void;
};

/** With process numbers of its own: the first process takes all others with it, and none can leave. */
export function ownProcesses(wrapper: number): CommandProcesses & { readonly setFirst: (pid: number) => void } {
  let first: SeenProcess | null = null;
  return {
    setFirst: (pid) => {
      const startedAt = startOf(pid);
      if (startedAt !== null) first = { pid, startedAt };
    },
    terminate: () => {
      const asked = processTree(wrapper, Number.POSITIVE_INFINITY).pids.slice(2);
      for (const pid of asked) send(pid, 'SIGTERM');
      return asked.length > 0;
    },
    kill: () => {
      if (first !== null && isAlive(first)) send(first.pid, 'SIGKILL');
      send(wrapper, 'SIGKILL');
    },
    // One that is alone ends by itself; to wait for it would be to wait until its whole view of the disk is taken down.
    sweep: () => goneBy(() => first !== null && processTree(first.pid, 1).pids.length > 1 && isAlive(first)),
    note: () => {},
  };
}

/**
 * Among all others of the machine: those of the group, those that descend from it, those that were seen to, and those
 * that carry the mark of the command in their environment. Who drops all four between two looks is not found; only a
 * sandbox has no such gap.
 */
export function sharedProcesses(leader: number, variable: string): CommandProcesses {
  const seen = new Map<number, SeenProcess>();
  const since = Number(startOf(leader) ?? 0);
  return {
    terminate: () => {
      const asked = all();
      for (const pid of asked) send(pid, 'SIGTERM');
      return asked.length > 0;
    },
    kill,
    sweep: async () => {
      send(-leader, 'SIGKILL');
      if (isNobodyThere(all)) return;
      kill();
      await goneBy(() => !isNobodyThere(all));
    },
    note: (pids) => {
      for (const pid of pids) {
        if (seen.has(pid)) continue;
        const startedAt = startOf(pid);
        if (startedAt !== null) seen.set(pid, { pid, startedAt });
      }
    },
  };

  function all(): number[] {
    const known = [...seen.values()]
      .filter(isAlive)
      .flatMap(({ pid }) => processTree(pid, Number.POSITIVE_INFINITY).pids);
    const marked = processesOf({ group: leader, variable, since }).map(({ pid }) => pid);
    return [...new Set([...known, ...marked])];
  }

  function kill(): void {
    send(-leader, 'SIGKILL');
    for (let round = 0; round < spawnLimits.sweepRoundsMax; round += 1) {
      if (isNobodyThere(all)) return;
      for (const pid of all()) send(pid, 'SIGKILL');
    }
  }
}

/**
 * One look is not enough: a process that starts another and ends while the list is read is gone from it, and the other is
 * not in it yet; one that is just becoming another program has no environment for a moment.
 */
function isNobodyThere(look: () => readonly unknown[]): boolean {
  for (let at = 0; at < spawnLimits.emptyLooksMin; at += 1) if (look().length > 0) return false;
  return true;
}

/** Ends all that carry a mark, where their helper is gone and nobody knows more of them. */
export function killMarked(mark: string | undefined): void {
  if (mark === undefined) return;
  for (let round = 0; round < spawnLimits.sweepRoundsMax; round += 1) {
    const left = () => processesOf({ group: null, variable: mark, since: 0 });
    if (isNobodyThere(left)) return;
    for (const { pid } of left()) send(pid, 'SIGKILL');
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

async function goneBy(isThere: () => boolean): Promise<void> {
  const deadline = performance.now() + spawnLimits.goneWaitMs;
  while (isThere() && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, spawnLimits.gonePollMs));
  }
}
