import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { type ControlPlane, type RulesFilePort, systemEvent } from '@countersign/control-plane';
import { type Problem, problemText } from '@countersign/policy';
import type { Logger } from 'pino';

/** How often the file is looked at; editors replace files, which other ways of watching lose sight of. */
const lookEveryMs = 1000;

type Loaded<T> =
  | { readonly ok: true; readonly rules: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export type RulesKind<T> = {
  /** Begins the names of its events. */
  readonly noun: 'policy' | 'access';
  /** In force as long as there is no file. */
  readonly none: T;
  load(text: string): Loaded<T>;
  /** How many of what there is in it, for the record. */
  countsOf(rules: T): Readonly<Record<string, number>>;
};

/** What a file holds, and what became of it. */
export type RulesFileNow = {
  /** Null where there is none, or it cannot be read. */
  readonly text: string | null;
  /** What the rules in force were read from; null where they come from no file. */
  readonly textInForce: string | null;
  /** Why the file is not in force as it is. */
  readonly problems: readonly Problem[];
};

/**
 * Rules in force, from a file that people edit. One that changes for the better applies at once; a broken one keeps
 * the rules before it and says so. At the start a broken file stops it: nothing runs by rules nobody meant.
 */
export class RulesFile<T extends { readonly version: string }> {
  readonly #path: string;
  readonly #kind: RulesKind<T>;
  readonly #listeners = new Set<(rules: T) => void>();
  #rules: T;
  #problems: readonly Problem[] = [];
  #text: string | null = null;
  #textInForce: string | null = null;
  #plane: ControlPlane | null = null;
  #log: Logger | null = null;
  #saying: Promise<void> = Promise.resolve();

  constructor(path: string, kind: RulesKind<T>) {
    this.#path = path;
    this.#kind = kind;
    this.#rules = kind.none;
  }

  get rules(): T {
    return this.#rules;
  }

  /** What an administrator is told of it. */
  get health(): RulesFilePort {
    return {
      file: this.#path,
      problems: () => this.#problems.map((problem) => problemText(this.#path, problem)),
      hasRules: () => this.#rules !== this.#kind.none,
    };
  }

  get now(): RulesFileNow {
    return { text: this.#text, textInForce: this.#textInForce, problems: this.#problems };
  }

  /** Reads a file that has to be there. Throws with everything that is wrong in it. */
  open(hint: string): void {
    const loaded = this.#load(readFileSync(this.#path, 'utf8'));
    if (!loaded.ok) {
      const problems = loaded.problems.map((problem) => `  ${problemText(this.#path, problem)}`);
      throw new Error([`The ${this.#kind.noun} file is broken:`, ...problems, hint].join('\n'));
    }
    this.#rules = loaded.rules;
    this.#textInForce = this.#text;
  }

  /** From now on changes of the file apply, and are events. */
  start(plane: ControlPlane, log: Logger): void {
    this.#plane = plane;
    this.#log = log;
    watchFile(this.#path, { interval: lookEveryMs, persistent: false }, () => void this.look());
  }

  /** Calls back with every change that applies. */
  onChange(listener: (rules: T) => void): void {
    this.#listeners.add(listener);
  }

  /** Reads the file if it is another than before. Resolves once that is recorded. */
  async look(): Promise<void> {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const message = `it cannot be read any more (${code}). Put it back, or write another`;
      const problems = [{ line: 1, column: 1, message }];
      if (this.#text !== null) this.#refuse(problems);
      else if (code !== 'ENOENT') this.#problems = problems;
      this.#text = null;
      return this.#saying;
    }
    if (text === this.#text) return this.#saying;
    const loaded = this.#load(text);
    if (!loaded.ok) {
      this.#refuse(loaded.problems);
      return this.#saying;
    }
    this.#problems = [];
    this.#textInForce = text;
    if (loaded.rules.version !== this.#rules.version) this.#change(loaded.rules);
    return this.#saying;
  }

  async close(): Promise<void> {
    unwatchFile(this.#path);
    await this.#saying;
  }

  #load(text: string): Loaded<T> {
    this.#text = text;
    return this.#kind.load(text);
  }

  #change(rules: T): void {
    const { noun } = this.#kind;
    const before = this.#rules.version;
    const counts = this.#kind.countsOf(rules);
    this.#rules = rules;
    this.#log?.info({ version: rules.version, ...counts }, `the ${noun} changed`);
    this.#say(`${noun}.changed`, { version: rules.version, before, ...counts, file: this.#path });
    for (const listener of this.#listeners) listener(rules);
  }

  #refuse(problems: readonly Problem[]): void {
    this.#problems = problems;
    const { noun } = this.#kind;
    const { version } = this.#rules;
    const shown = problems.map((problem) => problemText(this.#path, problem));
    this.#log?.error({ problems: shown, version }, `the ${noun} file is broken; the ${noun} before it stays in force`);
    this.#say(`${noun}.refused`, { version, problems: shown });
  }

  #say(type: `${'policy' | 'access'}.${'changed' | 'refused'}`, data: Record<string, string | number | string[]>) {
    const plane = this.#plane;
    const { noun } = this.#kind;
    if (!plane) return;
    const event = systemEvent(type, 'system', plane.clock.now(), noun, data);
    this.#saying = this.#saying
      .then(() => plane.store.commit({ guard: { kind: 'none' }, events: [event] }))
      .then(
        () => undefined,
        (error: unknown) => this.#log?.error({ err: error }, `a change of the ${noun} could not be recorded`),
      );
  }
}
