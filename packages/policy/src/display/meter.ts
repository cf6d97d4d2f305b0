import { limits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import { displayLimits } from './limits.ts';

/** One row of a section: a word, a line, a field. */
export type Row = { readonly label: string; readonly text: string };

/** Counts what a call takes to show, over all its sections, and says what of it is shown. */
export type Meter = {
  /** The rows that are shown; where some are missing the last one says how many, and `isCut` of a row that it has an end missing. */
  fit(rows: Iterable<Row>, unit: string): readonly FittedRow[];
  readonly length: number;
  readonly isComplete: boolean;
  readonly isShowable: boolean;
};

export type FittedRow = Row & { readonly index: number; readonly kind: 'whole' | 'cut' | 'note' };

/** How much is shown, of a call as a whole. */
export type Room = { readonly lengthMax: number; readonly rowsMax: number };

const fullRoom: Room = { lengthMax: limits.displayLengthMax, rowsMax: displayLimits.rowsMax };

export function createMeter({ lengthMax, rowsMax }: Room = fullRoom): Meter {
  let length = 0;
  let rowCount = 0;
  let isComplete = true;
  const isShowable = (): boolean =>
    length <= displayLimits.showableLengthMax && rowCount <= displayLimits.showableRowsMax;

  /** How many characters of the row are shown; -1 where there is no room for it at all. */
  const take = ({ label, text }: Row): number => {
    const left = lengthMax - length - label.length;
    length += label.length + text.length;
    rowCount += 1;
    if (!isComplete) return -1;
    if (rowCount <= rowsMax && left >= text.length) return text.length;
    isComplete = false;
    return rowCount <= rowsMax && left > 0 ? left : -1;
  };

  return {
    fit(rows, unit) {
      const shown: FittedRow[] = [];
      let index = 0;
      for (const row of rows) {
        const fits = take(row);
        if (fits === row.text.length) shown.push({ ...row, index, kind: 'whole' });
        else if (fits >= 0) shown.push({ label: row.label, text: cut(row.text, fits), index, kind: 'cut' });
        index += 1;
        // What is longer than anyone may approve is not measured to its end: the work is bounded, whatever the call.
        if (!isShowable()) break;
      }
      if (shown.length === index && isShowable()) return shown;
      const missing = isShowable() ? `${index - shown.length} more ${unit} are not shown` : 'the rest is not shown';
      return [...shown, { label: '…', text: `⟦${missing}⟧`, index, kind: 'note' }];
    },
    get length() {
      return length;
    },
    get isComplete() {
      return isComplete;
    },
    get isShowable() {
      return isShowable();
    },
  };
}

function cut(text: string, lengthMax: number): string {
  const part = cutText(text, lengthMax);
  return `${part}⟦${text.length - part.length} more characters are not shown⟧`;
}
