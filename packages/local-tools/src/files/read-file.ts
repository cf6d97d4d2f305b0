import { closeSync } from 'node:fs';
import type { JsonObject, ToolResult } from '@countersign/contract';
import type { Opened } from '../confinement/confined-files.ts';
import { ToolFailure } from '../confinement/tool-failure.ts';
import type { ToolLimits } from '../limits.ts';
import { toolResult } from '../result.ts';
import { characterStart } from '../text/character-start.ts';
import { endOfLines } from '../text/cut-page.ts';
import { decode, encode, type Writing, writingOf } from '../text/encoding.ts';
import { mediaTypeOf } from '../text/media-type.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { readBytes, readWhole, requireSize } from './read-bytes.ts';
import type { FileTool } from './tool-context.ts';

/** Bytes of the longest character in any encoding: a page has at least one of them, however small it is to be. */
const characterBytesMax = 4;

/** `read` and `read_file`: a page of a text, or an image or a document whole. */
export const readFile: FileTool = (args, { files, limits }) => {
  const file = files.openFile(args.path as string);
  try {
    requireSize(file.stats.size, limits.fileBytesMax, file.path);
    const sample = readBytes(file.fd, 0, Math.min(file.stats.size, limits.sampleBytes));
    const mediaType = mediaTypeOf(sample);
    if (mediaType !== null) return readMedia(file, mediaType, limits);
    const writing = writingOf(sample, sample.length >= file.stats.size);
    if (writing === null) throw binary(file.path);
    return readPage(file, sample, writing, pageAskedFor(args, limits), limits);
  } finally {
    closeSync(file.fd);
  }
};

type PageAskedFor = { readonly from: number; readonly bytesMax: number };

function pageAskedFor(args: JsonObject, limits: ToolLimits): PageAskedFor {
  const cursor = readCursor(args.cursor, ['number']);
  const from = (cursor?.[0] as number | undefined) ?? (args.offset as number | undefined) ?? 0;
  const bytesMax = (args.limit_bytes as number | undefined) ?? limits.outputBytesMax;
  return { from, bytesMax: Math.min(bytesMax, limits.readPageBytesMax) };
}

function readMedia(file: Opened, mediaType: string, limits: ToolLimits): ToolResult {
  const bytes = readWhole(file, limits.mediaBytesMax);
  return toolResult({
    stdout: bytes.toString('base64'),
    meta: { path: file.path, size: bytes.length, encoding: 'base64', media_type: mediaType },
  });
}

/** Reads some more on both sides than the page has, so that no character is split at either end. */
function readPage(
  file: Opened,
  sample: Buffer,
  { encoding, markBytes }: Writing,
  { from, bytesMax }: PageAskedFor,
  limits: ToolLimits,
): ToolResult {
  const { size } = file.stats;
  const asked = Math.min(Math.max(from, markBytes), size);
  const early = Math.max(markBytes, asked - characterBytesMax);
  const length = Math.min(asked - early + bytesMax + characterBytesMax, size - early);
  const bytes =
    early + length <= sample.length ? sample.subarray(early, early + length) : readBytes(file.fd, early, length);
  const start = asked >= size ? asked - early : characterStart(bytes, asked - early, encoding);
  const end = pageEnd(bytes, start, bytesMax, early + bytes.length >= size, encoding);
  const lineFeed = [...encode('\n', encoding)];
  const page = bytes.subarray(start, start + endOfLines(bytes.subarray(start, end), limits.outputLinesMax, lineFeed));
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be' && page.includes(0)) throw binary(file.path);
  const next = early + start + page.length;
  const isLast = next >= size;
  return toolResult({
    stdout: decode(page, encoding),
    truncated_lines: start + page.length < end,
    truncated_bytes: start + page.length === end && !isLast,
    next_page_cursor: isLast ? null : writeCursor([next]),
    meta: { path: file.path, size, encoding, has_byte_order_mark: markBytes > 0, offset: early + start },
  });
}

function pageEnd(
  bytes: Buffer,
  start: number,
  bytesMax: number,
  isEnd: boolean,
  encoding: Writing['encoding'],
): number {
  const wanted = start + bytesMax;
  if (wanted >= bytes.length && isEnd) return bytes.length;
  const end = characterStart(bytes, Math.min(wanted, bytes.length), encoding);
  if (end > start) return end;
  // Not even one character fits: it is given all the same, or the pages would never end.
  for (let at = start + 1; at <= bytes.length; at += 1) {
    const whole = characterStart(bytes, at, encoding);
    if (whole > start) return whole;
  }
  return bytes.length;
}

function binary(path: string): ToolFailure {
  return new ToolFailure(
    'tool_exec',
    `"${path}" is a binary file, and only text, images and PDF can be read. Use a command that knows its format.`,
  );
}
