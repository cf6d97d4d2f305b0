import type { Config } from './config.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';

/** What is in force where nobody says anything, on a machine that has nothing: for tests and benchmarks. */
export function defaultConfig(): Config {
  return loadDefaults().config;
}

/** The same with where each value comes from. */
export function loadDefaults(): LoadedConfig {
  return loadConfig({
    flags: {},
    env: {},
    cwd: '/workspace',
    homedir: '/home/olga',
    platform: 'linux',
    readFile(path) {
      throw Object.assign(new Error(`There is no file ${path}.`), { code: 'ENOENT' });
    },
  });
}
