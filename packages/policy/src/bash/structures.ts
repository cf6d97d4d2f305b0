import type { Level } from '../judgement/level.ts';

/** What goes beyond a list of commands, and why it is never LOW. */
export const structures: Readonly<Record<string, readonly [level: Level, reason: string]>> = {
  If: ['MEDIUM', 'What runs depends on a condition.'],
  Case: ['HIGH', 'What runs depends on a condition.'],
  For: ['HIGH', 'Commands run in a loop.'],
  While: ['HIGH', 'Commands run in a loop.'],
  Select: ['HIGH', 'Commands run in a loop.'],
  ArithmeticFor: ['HIGH', 'Commands run in a loop.'],
  Function: ['HIGH', 'A function is defined, maybe under the name of another command.'],
  Coproc: ['HIGH', 'A command runs beside the script.'],
  Subshell: ['MEDIUM', 'Commands run in a shell of their own.'],
  BraceGroup: ['MEDIUM', 'Commands run as a group.'],
  ArithmeticCommand: ['HIGH', 'Something is computed, which can run commands.'],
  TestCommand: ['HIGH', 'A test of bash can run commands.'],
  Time: ['MEDIUM', 'A command is timed.'],
};
