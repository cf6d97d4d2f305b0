import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';

export type RuleText = {
  /** Without the indentation of the list that it stands in. */
  readonly text: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
};

/** Each rule of a policy file as somebody wrote it, by its id. The text is one that can be used: it was loaded before. */
export function ruleTexts(text: string): ReadonlyMap<string, RuleText> {
  const lines = new LineCounter();
  const rules = parseDocument(text, { lineCounter: lines, schema: 'core', version: '1.2' }).get('rules');
  if (!isSeq(rules)) return new Map();
  return new Map(
    rules.items.flatMap((rule): [string, RuleText][] => {
      if (!isMap(rule) || !rule.range) return [];
      const [start, end] = rule.range;
      const { line, col } = lines.linePos(start);
      const indentation = new RegExp(`^ {0,${col - 1}}`);
      const written = text.slice(start, end).trimEnd().split(/\r?\n/);
      return [
        [String(rule.get('id')), { text: written.map((each) => each.replace(indentation, '')).join('\n'), line }],
      ];
    }),
  );
}
