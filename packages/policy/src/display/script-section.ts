import type { DisplaySection } from '@countersign/contract';
import type { Judgement } from '../judgement/judgement.ts';
import { isAbove, type Level, riskOf } from '../judgement/level.ts';
import { levelOf, type Part } from '../judgement/part.ts';
import type { Ruling } from '../verdict.ts';
import { displayLimits } from './limits.ts';
import { locateSpan } from './locate-span.ts';
import { makeVisible } from './make-visible.ts';
import { type Mark, markSegments } from './mark-segments.ts';
import type { FittedRow, Meter, Row } from './meter.ts';
import { quoteWord } from './quote-word.ts';
import { renderArgv } from './render-argv.ts';
import { endOfContent, visibleLine } from './visible-line.ts';

type ScriptSection = Extract<DisplaySection, { kind: 'script' }>;
type ScriptPart = ScriptSection['parts'][number];

/** A script line by line, the parts it was taken apart into, and in it those marked that were reason to ask. */
export function scriptSection(
  script: string,
  judged: {
    readonly judgement: Judgement;
    readonly rulings?: readonly Ruling[];
    readonly script: string;
    readonly mask: (text: string) => string;
  } | null,
  meter: Meter,
): ScriptSection {
  const all = judged?.judgement.parts ?? [];
  const located = all
    .slice(0, displayLimits.partsMax)
    .map((part) => ({ part, span: part.span && locateSpan(judged!.script, script, part.span) }));
  const lines = script.split('\n');
  const starts = startsOf(lines);
  const isUnmasked = judged?.script === script;
  const parts = located.map(({ part, span }, index) => ({
    ...partView(part, span && lineAt(starts, span.start), isUnmasked || span !== null, judged!.mask),
    marked: causesTheAsk(part, index, judged!.rulings),
  }));
  const marks = located.flatMap(({ span }, index) => (span && parts[index]!.marked ? [{ ...span, part: index }] : []));
  const rows = meter.fit(rowsOf(lines), 'lines');
  const more = all.length - located.length;
  return {
    kind: 'script',
    label: 'cmd',
    lines: rows.map((row) => lineView(row, lines, starts, marks)),
    parts,
    notes: more > 0 ? [`${more} more parts are not listed.`] : [],
  };
}

function* rowsOf(lines: readonly string[]): Iterable<Row> {
  for (const line of lines) yield { label: '', text: visibleLine(line) };
}

function lineView(
  { index, kind, text }: FittedRow,
  lines: readonly string[],
  starts: readonly number[],
  marks: readonly Mark[],
): ScriptSection['lines'][number] {
  const number = kind === 'note' ? null : index + 1;
  if (kind !== 'whole') return { number, segments: [{ text, part: null }] };
  const line = lines[index]!;
  // Blanks at the end are counted as one, so no mark may end among them; only there do they count.
  const content = line.slice(0, endOfContent(line));
  const segments = markSegments(content, starts[index]!, marks);
  if (segments.length < 2) return { number, segments: [{ text, part: segments[0]?.part ?? null }] };
  const visible = segments.map((segment) => ({
    text: visibleLine(`${segment.text}|`).slice(0, -1),
    part: segment.part,
  }));
  if (content !== line) visible.push({ text: visibleLine(line.slice(content.length)), part: null });
  return { number, segments: visible };
}

function startsOf(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  return starts.findLastIndex((start) => start <= offset) + 1;
}

/**
 * What is said of a part is made from the real arguments. Where the part could not be found again in the masked text
 * it may hold a secret that, taken apart, has no shape by which it would be known: its words are left out.
 */
function partView(
  part: Part,
  line: number | null,
  isKnown: boolean,
  mask: (text: string) => string,
): Omit<ScriptPart, 'marked'> {
  const level = levelOf(part);
  const effects = part.effects.map(({ kind, target }) => (isKnown ? `${kind} ${quoteWord(mask(target))}` : kind));
  return {
    program: part.command === null ? null : quoteWord(mask(part.command)),
    command: isKnown && part.argv ? renderArgv(part.argv.map(mask)) : null,
    risk_level: riskOf(level),
    effects: [...new Set(effects)],
    reasons: reasonsOf(part, level).map((reason) => makeVisible(mask(reason))),
    line,
  };
}

/** A rule of a person may ask about what code finds harmless, and allow what it does not. */
function causesTheAsk(part: Part, index: number, rulings: readonly Ruling[] = []): boolean {
  const ruling = rulings.find((each) => each.part === index);
  return ruling ? ruling.outcome !== 'allow' : isAbove(levelOf(part), 'LOW');
}

/** What raised the part, the gravest first; of a part that nothing raised, what was noticed of it. */
function reasonsOf({ findings }: Part, level: Level): string[] {
  const telling = level === 'LOW' ? findings : findings.filter((finding) => isAbove(finding.level, 'LOW'));
  const sorted = telling.toSorted((a, b) => Number(isAbove(b.level, a.level)) - Number(isAbove(a.level, b.level)));
  return sorted.map(({ reason }) => reason);
}
