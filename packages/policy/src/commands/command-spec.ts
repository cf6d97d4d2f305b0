import type { Level } from '../judgement/level.ts';

/** What a value or an operand is to its command. */
export type ValueKind =
  /** Only text: a pattern, a number, a message. */
  | 'text'
  /** A program in the command's own language, which may well look like a path: `/usr/p` of sed. */
  | 'program'
  | 'number'
  /** A path that is read, written, or removed. */
  | 'read'
  | 'write'
  | 'delete'
  /** The folder in which the command works. */
  | 'chdir'
  /** A program that the command runs, or code that it evaluates. */
  | 'code'
  /** An address on a network. */
  | 'address';

export type FlagSpec = {
  /** Null where it takes no value. */
  readonly value: ValueKind | null;
  /** The value can only be glued on: `--color=always`. */
  readonly isOptional: boolean;
  /** How far the flag alone raises the command. */
  readonly level: Level;
};

/** A flag as a call has it. */
export type GivenFlag = { readonly name: string; readonly spec: FlagSpec; readonly value: string | null };

/** G3: what is known of a command. What is not written here is not known, and the unknown is never LOW. */
export type CommandSpec = {
  /** Where everything about a call of it is known. */
  readonly level: Level;
  /** Why, as the end of a sentence that begins with its name. */
  readonly why: string;
  readonly flags: ReadonlyMap<string, FlagSpec>;
  /** Kinds of operands in their order; the last goes for all that follow. Empty: it takes none. */
  readonly operands: readonly ValueKind[];
  /** Flags that stand for the first operand: with `-e PATTERN`, grep's operands are all files. */
  readonly firstOperandBy: ReadonlySet<string>;
  /** The last of several operands is where things go: cp, mv, ln. */
  readonly lastOperand: ValueKind | null;
  /** Flags with which the files it is given are written: `sed -i`. */
  readonly writesBy: ReadonlySet<string>;
  /** Where it is told no path, it walks through the current folder: always, or with one of these flags. */
  readonly walks: 'always' | ReadonlySet<string>;
  /** `head -20`, `git log -5`. */
  readonly hasNumberFlag: boolean;
  /** After the first operand nothing is a flag: that belongs to the program that is run. */
  readonly stopsAtOperand: boolean;
  /** Values can be glued to short flags: `-n5`. Where they cannot, the rest of such a word are other flags. */
  readonly gluesValues: boolean;
  /** A folder as an operand stands for the folder. Otherwise for the files in it, links to elsewhere among them: diff. */
  readonly readsFolders: boolean;
  /** Nothing that it is given is a flag or a path to it: echo. */
  readonly takesOnlyText: boolean;
  readonly subcommands: ReadonlyMap<string, CommandSpec> | null;
  /** It talks to other machines. */
  readonly usesNetwork: boolean;
  /** It runs something: a script of the project, a program named in its files. */
  readonly runs: string | null;
  /** "All of these" would mean "anything at all". */
  readonly isRememberable: boolean;
  /** What the flags cannot say. */
  readonly check:
    | ((reading: {
        readonly operands: readonly string[];
        readonly args: readonly string[];
        readonly flags: readonly GivenFlag[];
      }) => { level: Level; reason: string } | null)
    | null;
};

export type SpecSource = {
  readonly level: Level;
  readonly why: string;
  /** `-n|--lines:number`, `--color?text`, `-L!MEDIUM`: names, what they take (`:` always, `?` glued on), how far they raise. */
  readonly flags?: string;
  readonly operands?: string;
  readonly firstOperandBy?: string;
  readonly lastOperand?: ValueKind;
  readonly writesBy?: string;
  readonly walks?: string;
  readonly hasNumberFlag?: boolean;
  readonly stopsAtOperand?: boolean;
  readonly gluesValues?: boolean;
  readonly readsFolders?: boolean;
  readonly takesOnlyText?: boolean;
  readonly subcommands?: Readonly<Record<string, CommandSpec>>;
  readonly usesNetwork?: boolean;
  readonly runs?: string;
  readonly isRememberable?: boolean;
  readonly check?: CommandSpec['check'];
};

export function spec(source: SpecSource): CommandSpec {
  return {
    level: source.level,
    why: source.why,
    flags: flagsOf(source.flags ?? ''),
    operands: words(source.operands ?? '') as ValueKind[],
    firstOperandBy: new Set(words(source.firstOperandBy ?? '')),
    writesBy: new Set(words(source.writesBy ?? '')),
    walks: source.walks === 'always' ? 'always' : new Set(words(source.walks ?? '')),
    lastOperand: source.lastOperand ?? null,
    hasNumberFlag: source.hasNumberFlag ?? false,
    stopsAtOperand: source.stopsAtOperand ?? false,
    gluesValues: source.gluesValues ?? true,
    readsFolders: source.readsFolders ?? true,
    takesOnlyText: source.takesOnlyText ?? false,
    subcommands: source.subcommands ? new Map(Object.entries(source.subcommands)) : null,
    usesNetwork: source.usesNetwork ?? false,
    runs: source.runs ?? null,
    isRememberable: source.isRememberable ?? true,
    check: source.check ?? null,
  };
}

function flagsOf(source: string): ReadonlyMap<string, FlagSpec> {
  const flags = new Map<string, FlagSpec>();
  for (const word of words(source)) {
    const [, names, mark, kind, level] = /^([^:?!]+)(?:([:?])([a-z]+))?(?:!([A-Z]+))?$/.exec(word)!;
    for (const name of names!.split('|')) {
      flags.set(name, {
        value: (kind as ValueKind | undefined) ?? null,
        isOptional: mark === '?',
        level: (level as Level | undefined) ?? 'LOW',
      });
    }
  }
  return flags;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
