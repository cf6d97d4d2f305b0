import type { FiguresView } from '@countersign/contract';

type Bucket = FiguresView['buckets'][number];
type Bar = {
  readonly from: string;
  readonly at: number;
  readonly kind: 'approved' | 'rejected' | 'open';
  readonly count: number;
  /** In a picture that is 100 high and grows upwards from its lower edge. */
  readonly y: number;
  readonly height: number;
};

/** What became of the requests of each stretch of time, one part upon the other. */
export function barsOf(buckets: readonly Bucket[], top: number): Bar[] {
  return buckets.flatMap(({ from, asked, approved, rejected }, at) => {
    let stacked = 0;
    const counts = { approved, rejected, open: Math.max(0, asked - approved - rejected) } as const;
    return (['approved', 'rejected', 'open'] as const).flatMap((kind) => {
      const count = counts[kind];
      if (count === 0) return [];
      stacked += count;
      return [{ from, at, kind, count, y: 100 - (100 * stacked) / top, height: (100 * count) / top }];
    });
  });
}

/** A round number that is not below any of these, and can be halved. */
export function topOf(counts: readonly number[]): number {
  const most = Math.max(2, ...counts);
  const unit = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 5, 10].map((step) => step * unit).find((each) => each >= most)!;
  return top % 2 === 0 ? top : top + 1;
}

/** What is written below the bars: each text where it begins, and only as many of them as have room. */
export function labelsOf(
  texts: readonly string[],
  max: number,
): readonly { readonly at: number; readonly text: string }[] {
  const starts = texts.flatMap((text, at) => (text === texts[at - 1] ? [] : [{ at, text }]));
  const every = Math.max(1, Math.ceil(starts.length / max));
  return starts.filter((_, index) => index % every === 0);
}
