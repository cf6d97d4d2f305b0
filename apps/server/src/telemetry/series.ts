type Label = string | number;
type Labels = Readonly<Record<string, Label | boolean>>;

/** What is counted together once there are too many combinations of labels; the name is OpenTelemetry's. */
const overflow: Labels = { 'otel.metric.overflow': true };

/**
 * One value for each combination of labels. Counting happens for every call and every request, reading twice a minute:
 * so it is the counting that is cheap here.
 */
export class Series<T> {
  readonly #names: readonly string[];
  readonly #setsMax: number;
  readonly #make: () => T;
  readonly #known = new Map<string, { readonly labels: Labels; readonly value: T }>();
  #rest: { readonly labels: Labels; readonly value: T } | null = null;

  constructor(names: readonly string[], setsMax: number, make: () => T) {
    this.#names = names;
    this.#setsMax = setsMax;
    this.#make = make;
  }

  /** The value of these labels, in the order of their names. */
  at(first: Label, second: Label = '', third: Label = ''): T {
    const key = `${first}\n${second}\n${third}`;
    return (this.#known.get(key) ?? this.#add(key, [first, second, third])).value;
  }

  *entries(): Iterable<{ readonly labels: Labels; readonly value: T }> {
    yield* this.#known.values();
    if (this.#rest) yield this.#rest;
  }

  #add(key: string, values: readonly Label[]): { readonly labels: Labels; readonly value: T } {
    if (this.#known.size >= this.#setsMax - 1) {
      this.#rest ??= { labels: overflow, value: this.#make() };
      return this.#rest;
    }
    const labels = Object.fromEntries(this.#names.map((name, index) => [name, values[index]!]));
    const made = { labels, value: this.#make() };
    this.#known.set(key, made);
    return made;
  }
}

export class Sum {
  value = 0;
}

/** How many values were at most as large as each of some steps. */
export class Distribution {
  readonly steps: readonly number[];
  readonly counts: number[];
  sum = 0;
  count = 0;

  constructor(steps: readonly number[]) {
    this.steps = steps;
    this.counts = Array.from({ length: steps.length + 1 }, () => 0);
  }

  record(value: number): void {
    let at = 0;
    while (at < this.steps.length && value > this.steps[at]!) at += 1;
    this.counts[at]! += 1;
    this.sum += value;
    this.count += 1;
  }
}
