import type { CommandContext } from './command-context.ts';

export type OptionDeclaration = {
  /** As commander writes it: `--scope <scope>`. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
};

/** A command as data: the program, its help and the tests are made from it. */
export type CommandDeclaration<Options = never> = {
  readonly summary: string;
  readonly details?: string;
  /** As commander writes them: `<id>`, `[id]`. */
  readonly arguments?: readonly (readonly [name: string, description: string])[];
  readonly options?: readonly OptionDeclaration[];
  /** Without the name of the program. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Returns its exit code where it did not simply end well. */
  run(context: CommandContext, args: readonly string[], options: Options): Promise<number | undefined>;
};

/** Keeps the type of a command's own options next to where they are declared. */
export function command<Options = Record<never, never>>(
  declaration: CommandDeclaration<Options>,
): CommandDeclaration<Options> {
  return declaration;
}
