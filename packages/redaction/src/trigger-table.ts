import type { Finder, Scan } from './scan.ts';

/** Whether a finder may find something at an index of a text, in the line that begins at `from`. */
export type Probe = (text: string, at: number, from: number) => boolean;

export type Trigger = {
  readonly text: string;
  readonly find: Finder;
  /** Looks at a beginning or a name only. Where it says no, the finder would find nothing and remember nothing. */
  readonly mayFind: Probe;
};

/** Finders by the first two characters of the text that calls them: most places of a text call none. */
export function triggerTable(triggers: readonly Trigger[]) {
  const byPair: (Trigger[] | undefined)[] = Array.from({ length: 128 * 128 });
  // The same as bits: a small table stays close to the processor.
  const isCalled = new Uint8Array(128 * 128);
  const mayBeSecret = new Uint8Array(128 * 128);
  for (const trigger of triggers) {
    const first = trigger.text.charCodeAt(0);
    for (const second of secondsOf(trigger.text)) {
      const index = first * 128 + second;
      byPair[index] = [...(byPair[index] ?? []), trigger];
      isCalled[index] = 1;
      if (trigger.mayFind !== never) mayBeSecret[index] = 1;
    }
  }
  return {
    /** Whether any finder may find something between two indexes, which are a whole line. */
    mayFind(text: string, from: number, to: number): boolean {
      let first = text.charCodeAt(from);
      for (let at = from; at < to; at++) {
        const second = at + 1 < to ? text.charCodeAt(at + 1) : 0;
        const index = first < 128 ? first * 128 + (second < 128 ? second : 0) : 0;
        first = second;
        if (mayBeSecret[index] === 0) continue;
        for (const trigger of byPair[index]!) {
          if (trigger.text.length > 2 && !text.startsWith(trigger.text, at)) continue;
          if (trigger.mayFind(text, at, from)) return true;
        }
      }
      return false;
    },
    /** Calls the finders of each place; goes on where one says that it has found something. */
    walk(scan: Scan): void {
      const { text } = scan;
      const { length } = text;
      let at = 0;
      while (at < length) {
        const first = text.charCodeAt(at);
        const second = at + 1 < length ? text.charCodeAt(at + 1) : 0;
        const index = first < 128 ? first * 128 + (second < 128 ? second : 0) : 0;
        at = isCalled[index] === 0 ? at + 1 : visit(scan, byPair[index]!, at);
      }
    },
  };
}

/** A probe for what never is a secret by itself. */
export const never: Probe = () => false;
export const always: Probe = () => true;

function visit(scan: Scan, triggers: readonly Trigger[], at: number): number {
  for (const trigger of triggers) {
    if (trigger.text.length > 2 && !scan.text.startsWith(trigger.text, at)) continue;
    const next = trigger.find(scan, at);
    if (next > at) return next;
  }
  return at + 1;
}

function secondsOf(text: string): readonly number[] {
  return text.length > 1 ? [text.charCodeAt(1)] : Array.from({ length: 128 }, (_, code) => code);
}
