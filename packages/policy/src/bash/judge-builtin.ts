import type { JudgedCommand } from '../commands/command-record.ts';
import type { Place } from '../commands/place.ts';
import { isAbove, type Level } from '../judgement/level.ts';
import type { Finding, Part } from '../judgement/part.ts';
import { judgePath } from '../paths/judge-path.ts';
import { assigningBuiltins, filesOfTest, isPlainTest } from './builtins.ts';
import { say } from './said-command.ts';

/** The shell in which a builtin runs. */
export type Shell = {
  readonly place: Place;
  /** In which of them it works at this point is not known. */
  readonly folders: ReadonlySet<string>;
  /** A command by its words, as if it stood alone. */
  readonly judgeKnownWords: (words: readonly string[]) => JudgedCommand;
  /** Words of a command of which nothing else is known: only what they must not name. */
  readonly judgeOnlyWords: (args: readonly string[]) => Pick<Part, 'findings' | 'paths' | 'effects'>;
};

/** `test` looks at files and compares texts; some of its words run commands. */
export function judgeTest(shell: Shell, argv: readonly string[]): JudgedCommand {
  if (!isPlainTest(argv.slice(1))) return say(argv, 'HIGH', 'This test can run commands.', false);
  const judged = filesOfTest(argv.slice(1))
    // The bracket that ends a test is no file, and nothing is nowhere.
    .filter((text) => text !== ']' && text !== '')
    .flatMap((text) => [...shell.folders].map((folder) => judgePath(shell.place.workspace, folder, text, 'read')));
  const said = say(argv, 'LOW', 'test only looks.');
  return {
    ...said,
    paths: judged.map(({ use }) => use),
    effects: judged.map(({ use }) => ({ kind: 'reads', target: use.path })),
    // Only that a secret file is there can be learned, not what it holds.
    findings: [
      ...said.findings,
      ...judged.flatMap(({ findings }) => findings.filter(({ id }) => id !== 'builtin.path.secret')),
    ],
  };
}

export function judgeFolder(shell: Shell, argv: readonly string[]): JudgedCommand {
  const folder = argv.slice(1).find((arg) => !/^-[LPe@]*$/.test(arg) || arg === '-');
  if (argv[0] !== 'cd') return judgeFolderPath(shell, argv, folder ?? '.', 'HIGH');
  if (folder === undefined) return judgeFolderPath(shell, argv, shell.place.workspace.home ?? '/', 'MEDIUM');
  if (folder === '-') return say(argv, 'HIGH', 'Which folder "cd -" means is not known.', false);
  return judgeFolderPath(shell, argv, folder, 'MEDIUM');
}

function judgeFolderPath(shell: Shell, argv: readonly string[], folder: string, level: Level): JudgedCommand {
  const judged = [...shell.folders].map((from) => judgePath(shell.place.workspace, from, folder, 'read'));
  return {
    ...say(argv, level, 'Later commands work in another folder.'),
    paths: judged.map(({ use }) => use),
    findings: [
      { id: 'builtin.script.folder', level, reason: 'Later commands work in another folder.' },
      ...judged.flatMap(({ findings }) => findings),
    ],
  };
}

export function judgeStateful(shell: Shell, argv: readonly string[]): JudgedCommand {
  const [name, ...args] = argv;
  const said = say(argv, 'HIGH', `${name} changes what later commands do, or runs what it is given.`, false);
  if (name === 'eval') {
    const { parts, findings } = shell.place.judgeScript(args.join(' '), {
      ...shell.place,
      workingDirectory: [...shell.folders].at(-1)!,
      depth: shell.place.depth + 1,
    });
    return { ...said, ...inherit(said, [...findings, ...parts.flatMap((part) => part.findings)], parts) };
  }
  if (name === 'exec' || name === 'command' || name === 'builtin') {
    const inner = args.filter(
      (arg, index) => !arg.startsWith('-') || args.slice(0, index).some((before) => !before.startsWith('-')),
    );
    if (inner.length === 0) return said;
    const judged = shell.judgeKnownWords(inner);
    return { ...said, ...inherit(said, judged.findings, [judged]) };
  }
  if (assigningBuiltins.has(name!)) return said;
  const { findings, paths, effects } = shell.judgeOnlyWords(args);
  return { ...said, paths, effects, findings: [...said.findings, ...findings] };
}

function inherit(
  own: JudgedCommand,
  findings: readonly Finding[],
  inner: readonly Pick<Part, 'paths' | 'effects'>[],
): Pick<Part, 'findings' | 'paths' | 'effects'> {
  return {
    findings: [...own.findings, ...findings.filter((finding) => isAbove(finding.level, 'MEDIUM'))],
    paths: inner.flatMap((part) => part.paths),
    effects: inner.flatMap((part) => part.effects),
  };
}
