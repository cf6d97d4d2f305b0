import type { PolicyProblem } from '@countersign/contract';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useRulesTexts } from './use-rules-texts.ts';

export type PolicyEditorHandle = { goTo(line: number): void };

const lineHeightPx = 20;
const paddingPx = 10;
/** Room for the bar that scrolls long lines. */
const scrollBarPx = 16;
const linesMin = 22;
/** Lines that are kept in sight above the one that is jumped to. */
const linesAbove = 4;

/**
 * The text of the policy with the numbers of its lines; those with a problem are marked. Lines are never wrapped, so
 * that each has the height of one. Tab leaves the editor, as everywhere on the page.
 */
export function PolicyEditor({
  text,
  problems,
  problemsId,
  handleRef,
  firstLine,
  onChange,
}: {
  readonly text: string;
  readonly problems: readonly PolicyProblem[];
  readonly problemsId: string;
  readonly handleRef: Ref<PolicyEditorHandle>;
  /** The line to begin at, from the address. */
  readonly firstLine: number | null;
  readonly onChange: (text: string) => void;
}) {
  const texts = useRulesTexts();
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = useMemo(() => Math.max(linesMin, text.split('\n').length), [text]);
  const numbers = useMemo(() => Array.from({ length: lines }, (_, index) => index + 1).join('\n'), [lines]);
  const goTo = (line: number): void => {
    if (!area.current || !box.current) return;
    const [start, end] = placeOf(area.current.value, line);
    area.current.focus({ preventScroll: true });
    area.current.setSelectionRange(start, end);
    box.current.scrollTop = Math.max(0, (line - 1 - linesAbove) * lineHeightPx);
  };
  useImperativeHandle(handleRef, () => ({ goTo }));
  const latest = useRef(goTo);
  latest.current = goTo;
  useEffect(() => {
    if (firstLine !== null) latest.current(firstLine);
  }, [firstLine]);
  const marked = [...new Set(problems.map(({ line }) => line))];
  return (
    <div
      ref={box}
      className="max-h-[65vh] min-h-60 overflow-y-auto bg-wash font-mono text-small focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-accent"
    >
      <div
        className="relative grid grid-cols-[3.25rem_minmax(0,1fr)]"
        style={{ height: lines * lineHeightPx + 2 * paddingPx + scrollBarPx }}
      >
        {marked.map((line) => (
          <div
            key={line}
            aria-hidden="true"
            className="absolute inset-x-0.5 border-l-4 border-high bg-high-wash"
            style={{ top: paddingPx + (line - 1) * lineHeightPx, height: lineHeightPx }}
          />
        ))}
        <pre
          aria-hidden="true"
          className="relative border-r border-line pr-2 text-right font-mono text-soft select-none"
          style={{ paddingTop: paddingPx, lineHeight: `${lineHeightPx}px` }}
        >
          {numbers}
        </pre>
        <textarea
          ref={area}
          aria-label={texts.policyText}
          aria-invalid={problems.length > 0}
          aria-describedby={problemsId}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          value={text}
          onChange={({ target }) => onChange(target.value)}
          className="exact relative resize-none overflow-x-auto overflow-y-hidden bg-transparent text-small outline-none"
          style={{
            whiteSpace: 'pre',
            overflowWrap: 'normal',
            padding: `${paddingPx}px 0.75rem`,
            lineHeight: `${lineHeightPx}px`,
          }}
        />
      </div>
    </div>
  );
}

/** Where a line begins and ends in a text. */
function placeOf(text: string, line: number): [start: number, end: number] {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next === -1) break;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return [start, end === -1 ? text.length : end];
}
