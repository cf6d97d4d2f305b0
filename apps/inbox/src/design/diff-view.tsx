import { useMemo, useState } from 'react';
import { useMediaQuery } from '../app/use-media-query.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { type DiffLine, type DiffRow, foldRows, pairRows } from './diff-rows.ts';
import { VirtualLines } from './virtual-lines.tsx';

const signs = { add: '+', remove: '−', same: ' ', note: '!' } as const;
const grounds = { add: 'bg-add', remove: 'bg-remove', same: '', note: 'text-high' } as const;

/** What becomes of a text, line by line: side by side where there is room for it, one below the other elsewhere. */
export function DiffView({ label, lines }: { readonly label: string; readonly lines: readonly DiffLine[] }) {
  const { design } = useTexts();
  const isWide = useMediaQuery('(min-width: 90rem)');
  const [layout, setLayout] = useState<'split' | 'unified' | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const hasBoth = useMemo(
    () => lines.some(({ kind }) => kind === 'add') && lines.some(({ kind }) => kind === 'remove'),
    [lines],
  );
  const isSplit = hasBoth && (layout ?? (isWide ? 'split' : 'unified')) === 'split';
  const rows = useMemo(() => {
    const folded = foldRows(lines, unfolded);
    return isSplit ? pairRows(folded) : folded;
  }, [lines, unfolded, isSplit]);
  const unfold = (key: number): void => setUnfolded(new Set([...unfolded, key]));
  const [added, removed] = useMemo(() => [countOf(lines, 'add'), countOf(lines, 'remove')], [lines]);
  return (
    <div>
      <div className="flex items-center gap-3 border-b border-line px-3 py-1 text-small text-soft">
        <span className="text-low">+{added}</span>
        <span className="text-high">−{removed}</span>
        <span className="flex-1" />
        {hasBoth ? (
          <Button
            size="small"
            look="quiet"
            className="max-sm:hidden"
            onClick={() => setLayout(isSplit ? 'unified' : 'split')}
          >
            {isSplit ? design.unified : design.sideBySide}
          </Button>
        ) : null}
      </div>
      <VirtualLines label={label} count={rows.length}>
        {(index) => {
          const row = rows[index]!;
          return <Row key={`${row.kind}${row.key}`} row={row} onUnfold={unfold} />;
        }}
      </VirtualLines>
    </div>
  );
}

function Row({ row, onUnfold }: { readonly row: DiffRow; readonly onUnfold: (key: number) => void }) {
  const { design } = useTexts();
  if (row.kind === 'fold')
    return (
      <button
        type="button"
        onClick={() => onUnfold(row.key)}
        className="block w-full bg-accent-wash/60 px-3 py-0.5 text-left text-small text-accent hover:bg-accent-wash"
      >
        ⋯ {design.unchangedLines(row.count)}
      </button>
    );
  if (row.kind === 'line') return <Line line={row.line} />;
  return (
    <div className="grid grid-cols-2">
      <Half line={row.before} />
      <Half line={row.after} isRight />
    </div>
  );
}

function Half({ line, isRight = false }: { readonly line: DiffLine | null; readonly isRight?: boolean }) {
  const border = isRight ? 'border-l border-line' : '';
  if (line === null) return <div className={classNames('bg-wash', border)} />;
  // The number of a line that stays counts what will be there: on the left it would be another one.
  const number = line.kind === 'same' && !isRight ? null : line.number;
  return <Line line={{ ...line, number }} className={border} />;
}

function Line({ line: { kind, number, text }, className }: { readonly line: DiffLine; readonly className?: string }) {
  const { design } = useTexts();
  return (
    <div className={classNames('grid grid-cols-[2.75rem_1.25rem_minmax(0,1fr)]', grounds[kind], className)}>
      <span className="select-none pr-2 text-right font-mono text-soft">{number}</span>
      <span aria-hidden="true" className="select-none font-mono">
        {signs[kind]}
      </span>
      <span className="exact pr-3">
        {kind === 'add' || kind === 'remove' ? <span className="sr-only">{design[kind]}: </span> : null}
        {text}
      </span>
    </div>
  );
}

function countOf(lines: readonly DiffLine[], kind: DiffLine['kind']): number {
  return lines.reduce((count, line) => count + (line.kind === kind ? 1 : 0), 0);
}
