import type { FiguresView } from '@countersign/contract';
import { usePreferences } from '../../app/preferences.ts';
import { useMediaQuery } from '../../app/use-media-query.ts';
import { classNames } from '../../design/class-names.ts';
import { Disclosure } from '../../design/disclosure.tsx';
import { Cell, Panel, Row, Table } from '../../design/page.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { barsOf, labelsOf, topOf } from './bars.ts';
import { useFiguresTexts } from './use-figures-texts.ts';

const daySeconds = 86_400;
const labelsMax = 8;
const labelsOnPhoneMax = 4;
const kinds = ['approved', 'rejected', 'open'] as const;
const fills = { approved: 'fill-accent', rejected: 'fill-ink', open: 'fill-edge' } as const;
const swatches = { approved: 'bg-accent', rejected: 'bg-ink', open: 'bg-edge' } as const;

/** How many requests there were, and what became of them: as bars, and the same in numbers. */
export function RequestsOverTime({ figures }: { readonly figures: FiguresView }) {
  const texts = useFiguresTexts();
  const { language } = usePreferences();
  const { buckets, bucket_seconds: seconds, asked } = figures;
  const top = topOf(buckets.map((bucket) => bucket.asked));
  const isWide = useMediaQuery('(min-width: 48rem)');
  const formats = formatsFor(seconds, buckets.length);
  const timeText = (time: string, format = formats.exact): string =>
    new Intl.DateTimeFormat(language, format).format(new Date(time));
  const labels = labelsOf(
    buckets.map(({ from }) => timeText(from, formats.label)),
    isWide ? labelsMax : labelsOnPhoneMax,
  );
  return (
    <Panel title={texts.overTime} text={texts.overTimeText}>
      <figure className="grid gap-3">
        <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2">
          <div aria-hidden="true" className="relative h-44 text-right text-tiny text-soft tabular-nums">
            <span className="absolute top-0 right-0 -translate-y-1/2">{top}</span>
            <span className="absolute top-1/2 right-0 -translate-y-1/2">{top / 2}</span>
            <span className="absolute right-0 bottom-0 translate-y-1/2">0</span>
          </div>
          <svg
            role="img"
            aria-label={texts.chartLabel(asked, buckets.length)}
            viewBox={`0 0 ${buckets.length} 100`}
            preserveAspectRatio="none"
            className="h-44 w-full overflow-visible"
          >
            {[0, 50, 100].map((y) => (
              <line
                key={y}
                x1="0"
                x2={buckets.length}
                y1={y}
                y2={y}
                className="stroke-line"
                strokeWidth="1"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {barsOf(buckets, top).map(({ from, at, kind, y, height, count }) => (
              <rect key={`${from} ${kind}`} x={at + 0.14} width="0.72" y={y} height={height} className={fills[kind]}>
                <title>{`${timeText(from)}: ${count} ${texts.kind[kind]}`}</title>
              </rect>
            ))}
          </svg>
          <span />
          <div aria-hidden="true" className="relative mt-1.5 h-4 text-tiny text-soft">
            {labels.map(({ at, text }) => (
              <span
                key={at}
                className="absolute whitespace-nowrap"
                style={{ left: `${((at + 0.14) / buckets.length) * 100}%` }}
              >
                {text}
              </span>
            ))}
          </div>
        </div>
        <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
          {kinds.map((kind) => (
            <span key={kind} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={classNames('size-2.5 rounded-sm', swatches[kind])} />
              {texts.kind[kind]}
            </span>
          ))}
        </figcaption>
      </figure>
      <Disclosure title={texts.asTable}>
        <ScrollBox label={texts.overTime} className="mt-2 max-h-80 rounded-md border border-line">
          <Table
            label={texts.overTime}
            columns={[
              { title: texts.column.time },
              { title: texts.column.asked, isNumber: true },
              { title: texts.column.approved, isNumber: true },
              { title: texts.column.rejected, isNumber: true },
            ]}
          >
            {buckets
              .filter((bucket) => bucket.asked > 0)
              .map(({ from, asked: count, approved, rejected }) => (
                <Row key={from}>
                  <Cell name={texts.column.time}>{timeText(from)}</Cell>
                  <Cell name={texts.column.asked} isNumber>
                    {count}
                  </Cell>
                  <Cell name={texts.column.approved} isNumber>
                    {approved}
                  </Cell>
                  <Cell name={texts.column.rejected} isNumber>
                    {rejected}
                  </Cell>
                </Row>
              ))}
          </Table>
        </ScrollBox>
      </Disclosure>
    </Panel>
  );
}

type TimeFormats = Readonly<Record<'exact' | 'label', Intl.DateTimeFormatOptions>>;

/** How a stretch of time is called, and what is written below its bar, where there is less room. */
function formatsFor(bucketSeconds: number, count: number): TimeFormats {
  const day = { day: 'numeric', month: 'short' } as const;
  if (bucketSeconds >= daySeconds) return { exact: { weekday: 'short', ...day }, label: day };
  const hour = { hour: 'numeric', minute: '2-digit' } as const;
  if (bucketSeconds * count <= daySeconds) return { exact: hour, label: hour };
  return { exact: { weekday: 'short', ...day, ...hour }, label: { weekday: 'short', day: 'numeric' } };
}
