import { closeSync, readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/**
 * Closes what a process was given open by whoever started it, past its own channel. Node marks everything it opens
 * itself to be closed in what it starts; what was open before would go on to every command.
 */
export function closeInherited(channelDescriptor: number): void {
  for (const descriptor of descriptors()) {
    if (descriptor > 2 && descriptor !== channelDescriptor && isPassedOn(descriptor)) closeSync(descriptor);
  }
}

function descriptors(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
}

function isPassedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
