import { approval } from './en/approval.ts';
import { batch } from './en/batch.ts';
import { design } from './en/design.ts';
import { edit } from './en/edit.ts';
import { firstRun } from './en/first-run.ts';
import { help } from './en/help.ts';
import { inbox } from './en/inbox.ts';
import { shell } from './en/shell.ts';

/** The texts of the page, one file for each feature and language. English says which there are. */
export const english = { approval, batch, design, edit, firstRun, help, inbox, shell };

/** The same keys and parameters, in other words. */
export type Translated<T> = {
  readonly [Key in keyof T]: T[Key] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : T[Key] extends string
      ? string
      : T[Key] extends readonly string[]
        ? readonly string[]
        : Translated<T[Key]>;
};

export type Texts = Translated<typeof english>;
