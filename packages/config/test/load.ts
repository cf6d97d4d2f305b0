import { ConfigError } from '../src/config-error.ts';
import { loadConfig } from '../src/load-config.ts';
import type { Machine } from '../src/machine.ts';

export const dataDir = '/home/ada/.local/share/countersign';
export const defaultFile = `${dataDir}/countersign.config.yaml`;

/** What the configuration is on a machine with these flags, variables and files, and no others. */
export function load(given: Partial<Machine> & { files?: Record<string, string> } = {}) {
  const { files = {}, ...rest } = given;
  return loadConfig({
    flags: {},
    env: {},
    cwd: '/work/space',
    homedir: '/home/ada',
    platform: 'linux',
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
      return text;
    },
    ...rest,
  });
}

export function refusalOf(given: Parameters<typeof load>[0]): ConfigError {
  try {
    load(given);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}
