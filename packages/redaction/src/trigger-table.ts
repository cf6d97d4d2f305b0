import type { Finder, Scan } from './scan.ts';

type Trigger = { readonly text: string; readonly find: Finder };

/** Finders by the first two characters of the text that calls them: most places of a text call none. */
export function triggerTable(entries: readonly (readonly [text: string, find: Finder])[]) {
  const byPair: (Trigger[] | undefined)[] = Array.from({ length: 128 * 128 });
  const isFirst = new Uint8Array(128);
  for (const [text, find] of entries) {
    const first = text.charCodeAt(0);
    isFirst[first] = 1;
    const seconds = text.length > 1 ? [text.charCodeAt(1)] : Array.from({ length: 128 }, (_, code) => code);
    for (const second of seconds) {
      const index = first * 128 + second;
      byPair[index] = [...(byPair[index] ?? []), { text, find }];
    }
  }
  return {
    /** Whether any finder would be called between two indexes. */
    isCalled(text: string, from: number, to: number): boolean {
      for (let at = from; at < to; at++) {
        const first = text.charCodeAt(at);
        if (first >= 128 || isFirst[first] === 0) continue;
        const second = text.charCodeAt(at + 1);
        const called = byPair[first * 128 + (second < 128 ? second : 0)];
        if (called?.some((trigger) => text.startsWith(trigger.text, at))) return true;
      }
      return false;
    },
    /** Calls the finders of the place until one found something; returns where the walk goes on. */
    visit(scan: Scan, from: number): number {
      const { text } = scan;
      let at = from;
      for (; at < text.length; at++) {
        const first = text.charCodeAt(at);
        if (first >= 128 || isFirst[first] === 0) continue;
        const second = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
        const called = byPair[first * 128 + (second < 128 ? second : 0)];
        if (called === undefined) continue;
        for (const trigger of called) {
          if (trigger.text.length > 1 && !text.startsWith(trigger.text, at)) continue;
          const next = trigger.find(scan, at);
          if (next > at) return next;
        }
      }
      return at;
    },
  };
}
