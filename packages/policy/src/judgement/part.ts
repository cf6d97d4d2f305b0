import { highest, type Level } from './level.ts';

type EffectKind = 'reads' | 'writes' | 'deletes' | 'executes' | 'network';

/** What a part would do, as far as code can tell. The target is a path, a program or a host. */
export type Effect = { readonly kind: EffectKind; readonly target: string };

/** Something that was noticed, and how far it raises the call. Its id is that of a built-in rule. */
export type Finding = { readonly id: string; readonly level: Level; readonly reason: string };

export type PathAccess = 'read' | 'write' | 'delete';

/** A path that a part uses. */
export type PathUse = {
  /** As the call has it. */
  readonly given: string;
  /** Relative to its root with `/` between names where it is inside, absolute where it is not. After following links. */
  readonly path: string;
  readonly access: PathAccess;
  readonly isInside: boolean;
  /** The absolute path where it is in another root than the first: two roots may have a folder of the same name. */
  readonly elsewhere?: string;
};

/**
 * One thing that a call would do: one simple command of a script, or the whole of any other call. Rules and grants
 * match parts: what allows must cover every part, what asks or denies needs only one.
 */
export type Part = {
  /** The words of a command as they will be given to it; null where there is no command or its words are not known before it runs. */
  readonly argv: readonly string[] | null;
  /** The program by its plain name; null where there is none or it is not known before it runs. */
  readonly command: string | null;
  /** `status` of `git status`, `run build` of `npm run build`. */
  readonly subcommand: string | null;
  /** Where in the script it stands, as UTF-16 offsets; null where the call is not a script. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly paths: readonly PathUse[];
  readonly effects: readonly Effect[];
  readonly findings: readonly Finding[];
  /** False for interpreters, wrappers and code in an argument: "all of these" would mean "anything at all". */
  readonly isRememberable: boolean;
};

export function levelOf(part: Pick<Part, 'findings'>): Level {
  return highest(part.findings.map((finding) => finding.level));
}
