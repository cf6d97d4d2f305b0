import { ToolFailure } from '../confinement/tool-failure.ts';
import { toolResult } from '../result.ts';
import { encode, type Writing, writingOf } from '../text/encoding.ts';
import { changeFile } from './change-file.ts';
import type { FileTool } from './tool-context.ts';

/** `edit`: replaces a text that stands in a file just once, or everywhere. Bytes that are not replaced stay as they are. */
export const editFile: FileTool = (args, context) => {
  const given = args.path as string;
  let replacements = 0;
  const { path, meta } = changeFile(given, context, {
    missingFolders: 'refuse',
    makeContent: (readBefore) => {
      const before = readBefore();
      if (before === null) throw new ToolFailure('tool_exec', `"${given}" does not exist. Use write to make it.`);
      const writing = writingOf(before, true);
      if (writing === null)
        throw new ToolFailure('tool_exec', `"${given}" is a binary file and cannot be edited as text.`);
      const { find, replace } = inItsLineEnds(before, writing, args.find as string, args.replace as string);
      const places = placesOf(before, find, writing);
      if (places.length === 0)
        throw new ToolFailure(
          'tool_exec',
          `The text to replace is not in "${given}". Nothing was changed. Read the file and give the text exactly as it stands there.`,
        );
      if (places.length > 1 && args.all !== true)
        throw new ToolFailure(
          'tool_exec',
          `The text to replace stands ${places.length} times in "${given}". Nothing was changed. Give more of the lines around it, or set all.`,
        );
      replacements = places.length;
      return withReplaced(before, places, find.length, replace);
    },
  });
  const times = replacements === 1 ? '1 place' : `${replacements} places`;
  return toolResult({ stdout: `Replaced ${times} in ${path}.\n`, meta: { ...meta, replacements } });
};

/** Models write lines with \n alone; in a file whose lines end with \r\n that means those. */
function inItsLineEnds(
  before: Buffer,
  { encoding }: Writing,
  find: string,
  replace: string,
): { find: Buffer; replace: Buffer } {
  const [crLf, lf] = [encode('\r\n', encoding), encode('\n', encoding)];
  const isWindows =
    !find.includes('\r') &&
    (find.includes('\n') || replace.includes('\n')) &&
    before.includes(crLf) &&
    !hasLoneLf(before, lf, crLf);
  const toLineEnds = (text: string): string => (isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text);
  return { find: encode(toLineEnds(find), encoding), replace: encode(toLineEnds(replace), encoding) };
}

function hasLoneLf(bytes: Buffer, lf: Buffer, crLf: Buffer): boolean {
  const before = crLf.length - lf.length;
  for (let at = bytes.indexOf(lf); at !== -1; at = bytes.indexOf(lf, at + lf.length))
    if (at < before || bytes.compare(crLf, 0, crLf.length, at - before, at + lf.length) !== 0) return true;
  return false;
}

/** Where the text stands, one place after the other; in two-byte encodings only where characters begin. */
function placesOf(bytes: Buffer, find: Buffer, { encoding, markBytes }: Writing): number[] {
  const unit = encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
  const places: number[] = [];
  for (let at = bytes.indexOf(find, markBytes); at !== -1; ) {
    const isPlace = at % unit === 0;
    if (isPlace) places.push(at);
    at = bytes.indexOf(find, isPlace ? at + find.length : at + 1);
  }
  return places;
}

function withReplaced(bytes: Buffer, places: readonly number[], length: number, replace: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const place of places) {
    pieces.push(bytes.subarray(from, place), replace);
    from = place + length;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}
