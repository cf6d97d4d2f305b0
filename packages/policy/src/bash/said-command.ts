import type { JudgedCommand } from '../commands/command-record.ts';
import type { Level } from '../judgement/level.ts';

export function emptyCommand(argv: readonly string[] | null): JudgedCommand {
  return { argv, command: null, subcommand: null, paths: [], effects: [], findings: [], isRememberable: false };
}

/** A builtin of which one sentence says everything. */
export function say(argv: readonly string[], level: Level, reason: string, isRememberable = true): JudgedCommand {
  return {
    ...emptyCommand(argv),
    command: argv[0]!,
    findings: [{ id: 'builtin.script.builtin', level, reason }],
    isRememberable,
  };
}
