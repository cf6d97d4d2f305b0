import { type Flags, settingKeys } from '@countersign/config';
import { Command, Option } from 'commander';
import type { CommandDeclaration } from './command.ts';
import { commandContext } from './command-context.ts';
import { type CommandGroup, commandTree } from './commands/all.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

type OnEnd = (exitCode: number) => void;

/** The commander program of the tree of commands. */
export function buildProgram(terminal: Terminal, onEnd: OnEnd): Command {
  const program = new Command('countersign')
    .description('Every tool call of your agents, countersigned.')
    .version(version, '--version', 'show the version')
    .option('--json', 'print JSON, for programs')
    .option('--server <url>', 'server to talk to (default: the one running on this machine)')
    .option('--project <project>', 'project by name or id (default: the only one there is)')
    .option('--data-dir <folder>', 'folder with the data of the server on this machine')
    .option('--config <file>', 'configuration file (default: the one in the data folder)')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see how the command is used.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.warn, getOutHasColors: () => terminal.hasColor })
    .exitOverride();
  program.addHelpText(
    'after',
    examplesText([
      ['start', 'start the server'],
      ['demo', 'watch an agent work; needs no API key'],
      ['run "What is in this folder?"', 'give the agent a task'],
      ['approvals watch', 'see and decide what agents ask for'],
    ]),
  );
  for (const [name, entry] of Object.entries(commandTree)) {
    if ('commands' in entry) addGroup(program, name, entry, terminal, onEnd);
    else addCommand(program, name, entry, terminal, onEnd);
  }
  return program;
}

type Parent = Command;

function addGroup(parent: Parent, name: string, group: CommandGroup, terminal: Terminal, onEnd: OnEnd): void {
  const entries = Object.entries(group.commands);
  const made = group.itself
    ? addCommand(parent, name, group.itself, terminal, onEnd)
    : parent
        .command(name)
        .description(group.summary)
        .addHelpText('after', examplesText(entries.map(([, { examples }]) => examples[0]!)));
  for (const [each, declaration] of entries) addCommand(made, each, declaration, terminal, onEnd);
}

function addCommand(
  parent: Parent,
  name: string,
  declaration: CommandDeclaration,
  terminal: Terminal,
  onEnd: OnEnd,
): Command {
  const made = parent.command(name).summary(declaration.summary);
  made.description(declaration.details ? `${declaration.summary}.\n\n${declaration.details}` : declaration.summary);
  for (const [argument, description] of declaration.arguments ?? []) made.argument(argument, description);
  for (const { flags, description, choices, isRequired } of declaration.options ?? []) {
    const option = new Option(flags, description);
    if (choices) option.choices([...choices]);
    made.addOption(option.makeOptionMandatory(isRequired ?? false));
  }
  made.addHelpText('after', examplesText(declaration.examples));
  made.action(async () => {
    const options = made.optsWithGlobals<Record<string, unknown>>();
    const context = commandContext(terminal, flagsOf(options), options.json === true);
    try {
      const code = await declaration.run(context, made.args, options as never);
      if (code !== undefined) onEnd(code);
    } finally {
      await context.close();
    }
  });
  return made;
}

/** Commander writes data-dir as dataDir; the settings know it as data_dir. */
function flagsOf(options: Record<string, unknown>): Flags {
  const flags: Record<string, string> = {};
  for (const key of [...settingKeys, 'config']) {
    const value = options[key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    if (typeof value === 'string') flags[key] = value;
  }
  return flags;
}

function examplesText(examples: readonly (readonly [string, string])[]): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, what]) => `  $ countersign ${line.padEnd(width)}  # ${what}`);
  return `\nExamples:\n${lines.join('\n')}`;
}
