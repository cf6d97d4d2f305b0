import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const waitMsMax = 5_000;

/** Who commits where an approved command does: the user, whose home commands do not see. Null where git does not say. */
export async function gitIdentity(): Promise<{ readonly name: string; readonly email: string } | null> {
  try {
    const [name, email] = await Promise.all([settingOf('user.name'), settingOf('user.email')]);
    return name === '' || email === '' ? null : { name, email };
  } catch {
    // No git, or nothing set: commands that commit say so themselves.
    return null;
  }
}

async function settingOf(key: string): Promise<string> {
  const { stdout } = await run('git', ['config', '--global', '--get', key], { timeout: waitMsMax });
  return stdout.trim();
}
