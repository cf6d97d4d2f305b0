import { ConfigError } from './config-error.ts';
import { flagsVariable } from './environment-of-flags.ts';
import type { Given, Machine } from './machine.ts';
import { refusal } from './parse-setting.ts';
import { type Setting, type SettingKey, settingKeys, settings } from './settings.ts';

/** Variables with our prefix that are no settings of their own. */
const otherVariables: ReadonlySet<string> = new Set(['COUNTERSIGN_CONFIG', 'COUNTERSIGN_DEBUG']);
/**
 * What Kubernetes sets for a service called countersign, what tests set for themselves, and what a supervisor tells the
 * processes that it starts.
 */
const foreignVariables = /^COUNTERSIGN_(SERVICE|PORT|TEST|BENCH|SUPERVISOR)_/;

/** What the environment says, by key. An empty variable counts as not set, as compose files write it. */
export function readEnvironment(machine: Pick<Machine, 'env' | 'readFile'>): Map<SettingKey, Given> {
  const given = new Map<SettingKey, Given>();
  const known = new Set(otherVariables);
  const flags = new Set(machine.env[flagsVariable]?.split(','));
  for (const key of settingKeys) {
    const { env, commonEnv = env, flag, secrecy, refusesEmpty = false }: Setting = settings[key];
    known.add(env);
    if (refusesEmpty) refuseEmpty(machine.env, key);
    const variable = machine.env[env] ? env : commonEnv;
    const value = machine.env[variable];
    const wasFlag = flag !== null && variable === env && flags.has(key);
    if (value) given.set(key, { value, origin: wasFlag ? { from: 'flag', flag } : { from: 'environment', variable } });
    if (secrecy === 'none') continue;
    known.add(`${env}_FILE`);
    const path = machine.env[`${env}_FILE`];
    if (path) given.set(key, readSecretFile(machine, key, `${env}_FILE`, path, Boolean(machine.env[env])));
  }
  refuseUnknown(machine.env, known);
  return given;
}

function readSecretFile(
  { readFile }: Pick<Machine, 'readFile'>,
  key: SettingKey,
  variable: string,
  path: string,
  isGivenTwice: boolean,
): Given {
  const origin = { from: 'environment', variable } as const;
  if (isGivenTwice)
    throw new ConfigError(key, origin, `${key} is given twice: set ${settings[key].env} or ${variable}`);
  try {
    return { value: readFile(path).trim(), origin };
  } catch (error) {
    throw new ConfigError(key, origin, `${key} cannot be read from the file ${path}: ${(error as Error).message}`);
  }
}

/** Of ours and of the common name, only the one that would count. */
function refuseEmpty(env: Machine['env'], key: SettingKey): void {
  const { env: own, commonEnv = own }: Setting = settings[key];
  const variable = env[own] === undefined ? commonEnv : own;
  if (env[variable]?.trim() !== '') return;
  throw refusal(key, '', { from: 'environment', variable }, `, or leave ${variable} away`);
}

/** A misspelt variable is an error: ignored, it would leave a limit or an allow-list other than its author believes. */
function refuseUnknown(env: Machine['env'], known: ReadonlySet<string>): void {
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith('COUNTERSIGN_') || known.has(variable) || foreignVariables.test(variable)) continue;
    throw new ConfigError(
      variable,
      { from: 'environment', variable },
      `there is no setting ${variable}: allowed are ${[...known].sort().join(', ')}`,
    );
  }
}
