import type { Judgement } from '../judgement/judgement.ts';
import type { Workspace } from '../paths/workspace.ts';

/** Where a command runs, and how deep inside other commands it stands. */
export type Place = {
  readonly workspace: Workspace;
  readonly workingDirectory: string;
  readonly depth: number;
  /** Judges a script that stands in an argument, as in `sh -c`. */
  readonly judgeScript: (script: string, place: Place) => Judgement;
};
