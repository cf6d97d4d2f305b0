import { type Static, type TSchema, Type } from 'typebox';

/** `whole`: never shown. `password`: shown without the password that its URL may carry. */
export type Secrecy = 'none' | 'whole' | 'password';

export type Setting<S extends TSchema = TSchema> = {
  readonly schema: S;
  readonly description: string;
  /** Null where there is none, or where it is worked out from the machine (`data_dir`, `database`). */
  readonly default: Static<S> | null;
  readonly env: string;
  /** Null where a flag would show a secret to everyone who lists processes. */
  readonly flag: string | null;
  readonly secrecy: Secrecy;
  /** A variable that other programs know too, and that counts where ours is not set. */
  readonly commonEnv?: string;
  /** An empty variable is a mistake, not a variable that is not set: the default would allow more than its author believes. */
  readonly refusesEmpty?: boolean;
  /** What may be given, in words, where the schema alone does not say it. */
  readonly allowed?: string;
};

type Options = Partial<Pick<Setting, 'allowed' | 'secrecy' | 'commonEnv' | 'refusesEmpty'>> & { readonly flag?: null };

/** Names follow from the key by one rule, so that nobody has to look them up: data_dir, --data-dir, COUNTERSIGN_DATA_DIR. */
export function setting<S extends TSchema>(
  key: string,
  schema: S,
  fallback: Static<S> | null,
  description: string,
  options: Options = {},
): Setting<S> {
  return {
    schema,
    description,
    default: fallback,
    env: `COUNTERSIGN_${key.toUpperCase()}`,
    flag: `--${key.replaceAll('_', '-')}`,
    secrecy: 'none',
    ...options,
  };
}

/** A key or password of somebody else's program: no flag, never shown. */
export function secretSetting(key: string, description: string, options: { allowed: string; commonEnv?: string }) {
  return setting(key, Type.String({ pattern: '^[!-~]{1,500}$' }), null, description, {
    ...options,
    secrecy: 'whole',
    flag: null,
  });
}

export const hour = 3600;
export const Seconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const Path = Type.String({ minLength: 1 });
export const Origin = Type.String({ minLength: 1, maxLength: 300 });
/** An address of a service: with a path or without, never with a name and password in it. */
export const Address = Type.String({ pattern: '^https?://[^@\\s]+$', maxLength: 500 });

export const file = 'a path; one that starts with ~/ is in the home folder';
export const origin = 'an http or https address without a path, such as https://countersign.example.org';
