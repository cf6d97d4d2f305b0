import { environmentOfFlags } from '@countersign/config';
import type { CommandContext } from '../command-context.ts';

/**
 * The environment of a process beside the server of this data folder. It finds that server by the folder; the address and the
 * credential that commands of this user are given are not for it.
 */
export function companionEnv({ flags, terminal }: CommandContext): NodeJS.ProcessEnv {
  const { server: _, project: __, token: ___, ...others } = flags;
  const env: NodeJS.ProcessEnv = { ...terminal.env, ...environmentOfFlags(others) };
  for (const name of ['SERVER', 'TOKEN', 'TOKEN_FILE', 'PROJECT']) delete env[`COUNTERSIGN_${name}`];
  return env;
}
