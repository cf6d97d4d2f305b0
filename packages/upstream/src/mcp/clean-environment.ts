/** What a program needs to find other programs, its home and its language. Everything else may be a secret. */
const inherited = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'];

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a server over stdio: a few variables of ours, and what its source names. */
export function cleanEnvironment(ours: Environment, named: Readonly<Record<string, string>>): Record<string, string> {
  const kept = inherited.flatMap((name) => (ours[name] === undefined ? [] : [[name, ours[name]] as const]));
  return { ...Object.fromEntries(kept), ...named };
}
