import type { Part } from '../src/judgement/part.ts';

/** All that is said of a part, in one line: what it is taken for, why it is as risky as it is, what it does to what. */
export function told({ command, subcommand, isRememberable, findings, effects, paths }: Omit<Part, 'span'>): string {
  const name = [command ?? 'no command', subcommand, isRememberable ? null : 'once'].filter((word) => word !== null);
  return [
    name.join(' '),
    findings.map(({ id, level }) => `${level} ${id.replace('builtin.', '')}`).join(', '),
    effects.map(({ kind, target }) => `${kind} ${target}`).join(', '),
    paths.map(({ access, path, isInside }) => `${access}:${path}${isInside ? '' : ' outside'}`).join(', '),
  ].join(' | ');
}
