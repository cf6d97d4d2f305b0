import type { NewEvent } from '@countersign/control-plane';
import type { Names } from '../names/names.ts';
import type { EventRow } from '../schema.ts';

type DataRow = Pick<EventRow, 'keys_no' | 'data'>;

/** Longer than any we write; what is longer is somebody's data, and would be a name that nothing else has. */
const keysLengthMax = 120;

/** Events of one type have the same keys, and those are half of the text: they are kept as a name. */
export function dataRow(data: NewEvent['data'], names: Names): DataRow {
  const keys = JSON.stringify(Object.keys(data));
  if (keys.length > keysLengthMax) return { keys_no: null, data: JSON.stringify(data) };
  const values = JSON.stringify(Object.values(data));
  // A value that JSON does not have is left out with its key, which the values alone do not show.
  if (values.includes('null')) return { keys_no: null, data: JSON.stringify(data) };
  return { keys_no: names.numberOf(keys), data: values.slice(1, -1) };
}

export function dataOf({ keys_no, data }: DataRow, names: Names): NewEvent['data'] {
  if (keys_no === null) return JSON.parse(data) as NewEvent['data'];
  // Empty while the name has not been fetched yet.
  const keys = JSON.parse(names.textOf(keys_no) || '[]') as string[];
  const values = JSON.parse(`[${data}]`) as unknown[];
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
}
