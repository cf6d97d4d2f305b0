import { dirname, join, resolve } from 'node:path';
import type { Config, Origin, Origins } from './config.ts';
import { ConfigError } from './config-error.ts';
import { defaultDataDir } from './default-data-dir.ts';
import type { Flags, Given, Machine } from './machine.ts';
import { normalizeSettings } from './normalize-settings.ts';
import { parseSetting } from './parse-setting.ts';
import { configFileName, readConfigFile } from './read-config-file.ts';
import { readEnvironment } from './read-environment.ts';
import { type SettingKey, type SettingValues, settingKeys, settings } from './settings.ts';

export type LoadedConfig = {
  readonly config: Config;
  readonly origins: Origins;
  /** By key and in the units of the file, for showing. */
  readonly values: SettingValues;
  /** The file that was read, or null. */
  readonly file: string | null;
};

/** Flags over environment over file over defaults. Throws a ConfigError for anything unknown or wrong. */
export function loadConfig(machine: Machine): LoadedConfig {
  const given = new Map([...readEnvironment(machine), ...readFlags(machine.flags)]);
  const dataDir = given.get('data_dir');
  const home = dataDir
    ? resolvePath(parseSetting('data_dir', dataDir.value, dataDir.origin), dataDir.origin, machine)
    : defaultDataDir(machine);
  const file = findFile(machine, home);
  const all = new Map([...file.given, ...given]);

  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const key of settingKeys) {
    const found = all.get(key);
    origins[key] = found?.origin ?? { from: 'default' };
    values[key] = found ? parseSetting(key, found.value, found.origin) : settings[key].default;
  }
  const { config, shown } = normalizeSettings(values as SettingValues, origins as Origins, {
    defaultDataDir: home,
    resolvePath: (path, origin) => resolvePath(path, origin, machine),
    isThere: (path) => isThere(path, machine),
    currentDir: machine.cwd,
    homeDir: machine.homedir,
  });
  return Object.freeze({ config, origins: Object.freeze(origins) as Origins, values: shown, file: file.path });
}

function readFlags(flags: Flags): Map<SettingKey, Given> {
  const given = new Map<SettingKey, Given>();
  for (const [key, value] of Object.entries(flags)) {
    if (value === undefined || key === 'config') continue;
    const flag = key in settings ? settings[key as SettingKey].flag : null;
    const origin: Origin = { from: 'flag', flag: flag ?? `--${key}` };
    if (flag === null) throw new ConfigError(key, origin, `there is no flag --${key}`);
    given.set(key as SettingKey, { value, origin });
  }
  return given;
}

/**
 * A file is read from the data folder or where --config or COUNTERSIGN_CONFIG points, and never from the current
 * folder: that is often a workspace, agents write there, and whoever writes the configuration sets the rules.
 */
function findFile(machine: Machine, dataDir: string): { path: string | null; given: Map<SettingKey, Given> } {
  const named = machine.flags.config ?? (machine.env.COUNTERSIGN_CONFIG || undefined);
  if (named === undefined) {
    const path = join(dataDir, configFileName);
    const given = readConfigFile(path, machine);
    const circular = given?.get('data_dir');
    if (circular) {
      throw new ConfigError(
        'data_dir',
        circular.origin,
        'data_dir cannot be set by the file that lies in the data folder',
      );
    }
    return given ? { path, given } : { path: null, given: new Map() };
  }
  const origin: Origin =
    machine.flags.config === undefined
      ? { from: 'environment', variable: 'COUNTERSIGN_CONFIG' }
      : { from: 'flag', flag: '--config' };
  const path = resolvePath(named, origin, machine);
  const given = readConfigFile(path, machine);
  if (!given) throw new ConfigError('config', origin, `there is no file ${path}: write it, or leave the setting away`);
  return { path, given };
}

/** A file that is there and cannot be read counts: whoever needs it has to say so. */
function isThere(path: string, { readFile }: Machine): boolean {
  try {
    readFile(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Relative paths are meant from where they were written: the file's folder, or the current one. */
function resolvePath(path: string, origin: Origin, { cwd, homedir }: Machine): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir, path.slice(1));
  return resolve(origin.from === 'file' ? dirname(origin.path) : cwd, path);
}
