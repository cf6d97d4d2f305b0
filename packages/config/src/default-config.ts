import type { Config } from './config.ts';
import { loadConfig } from './load-config.ts';

/** What is in force where nobody says anything, on a machine that has nothing: for tests and benchmarks. */
export function defaultConfig(): Config {
  return loadConfig({
    flags: {},
    env: {},
    cwd: '/workspace',
    homedir: '/home/olga',
    platform: 'linux',
    readFile(path) {
      throw Object.assign(new Error(`There is no file ${path}.`), { code: 'ENOENT' });
    },
  }).config;
}
