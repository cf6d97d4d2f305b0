import type { Origin } from './config.ts';
import type { SettingKey } from './settings.ts';

/** The machine as values: nothing in this package reads the process. */
export type Machine = {
  readonly flags: Flags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homedir: string;
  readonly platform: NodeJS.Platform;
  /** Text of a file; throws as node:fs does. */
  readonly readFile: (path: string) => string;
};

/** Flags by the key of their setting; `config` names the file. Undefined where a flag was not given. */
export type Flags = Readonly<Partial<Record<SettingKey | 'config', string | undefined>>>;

/** A value before it is checked, with where it came from. */
export type Given = { readonly value: unknown; readonly origin: Origin };
