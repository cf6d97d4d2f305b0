import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import type { RuleOfFile } from './policy-file.ts';
import { writeRule } from './write-rule.ts';

/**
 * The text of a policy file with one more rule at the end of its list, everything else as it was: comments, blank lines,
 * quotes. A list that is written on one line has to be laid out anew, which keeps the comments.
 */
export function addRule(text: string | null, rule: RuleOfFile): string {
  const written = writeRule(rule);
  if (text === null) return `version: 1\nrules:\n${asItem(written, '  ')}`;
  const document = parse(text);
  const inserted = insertInto(text, document, written);
  if (inserted !== null && hasOneMore(document, inserted, rule)) return inserted;
  return laidOutAnew(document, written);
}

function parse(text: string): Document {
  return parseDocument(text, { schema: 'core', version: '1.2' }) as unknown as Document;
}

/** Null where the list is not one of lines. */
function insertInto(text: string, { contents }: Document, written: string): string | null {
  if (!isMap(contents)) return null;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'rules');
  if (!pair || !isScalar(pair.key)) return null;
  if (isSeq(pair.value)) return insertLast(text, pair.value, written);
  // Nothing but comments below it.
  return insertAfterLine(text, pair.key.range![1], asItem(written, '  '));
}

function insertLast(text: string, rules: YAMLSeq, written: string): string | null {
  if (rules.flow || rules.items.length === 0) return null;
  const start = rules.range![0];
  const indentation = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const [last, before] = rules.items.toReversed().map((item) => (item as { range: [number, number] }).range);
  const areApart = before !== undefined && /\n[ \t]*\r?\n/.test(text.slice(before[1] - 1, last![0]));
  return insertAfterLine(text, last![1], `${areApart ? '\n' : ''}${asItem(written, indentation)}`);
}

/** Behind the line that ends here, with a comment that stands in it. */
function insertAfterLine(text: string, end: number, lines: string): string {
  const lineEnd = text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end);
  const isEnded = lineEnd >= 0;
  const lineFeed = text.includes('\r\n') ? '\r\n' : '\n';
  const before = isEnded ? text.slice(0, lineEnd + 1) : `${text}${lineFeed}`;
  return `${before}${lines.replaceAll('\n', lineFeed)}${isEnded ? text.slice(lineEnd + 1) : ''}`;
}

function asItem(written: string, indentation: string): string {
  const [first, ...others] = written.split('\n');
  return [`${indentation}- ${first}`, ...others.map((line) => `${indentation}  ${line}`), ''].join('\n');
}

/** What was put in by its place in the text is read again before anybody relies on it. */
function hasOneMore(before: Document, text: string, rule: RuleOfFile): boolean {
  const after = parse(text);
  if (after.errors.length > 0) return false;
  const value = before.toJS() as { readonly rules?: readonly unknown[] | null };
  return isDeepStrictEqual(after.toJS(), { ...value, rules: [...(value.rules ?? []), rule] });
}

/** Lines are as long as what stands in them: a text that is broken in two is hard to search for. */
const lineWidth = 0;

function laidOutAnew(document: Document, written: string): string {
  const node = parse(written).contents;
  const rules = document.get('rules');
  if (isSeq(rules)) {
    rules.flow = false;
    rules.items.push(node);
  } else {
    document.set('rules', document.createNode([node]));
  }
  return document.toString({ lineWidth });
}
