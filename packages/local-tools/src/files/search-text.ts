import { closeSync } from 'node:fs';
import type { JsonObject, ToolResult } from '@countersign/contract';
import { toolResult } from '../result.ts';
import { comparePaths } from './compare-paths.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { entryPage } from './entry-page.ts';
import { type Candidate, runRipgrep, type Search, type SearchEnd } from './ripgrep.ts';
import { shownName } from './shown-name.ts';
import type { FileTool, ToolContext } from './tool-context.ts';
import { MatchVerifier } from './verify-match.ts';

type Match = Candidate & { readonly names: readonly string[] };
type After = { readonly names: readonly string[]; readonly line: number };

/** Where is searched: a folder, or one file. */
type Place = { readonly kind: 'file' | 'folder'; readonly given: string; readonly path: string };
/** What was found in order, and whether that is everything there is. */
type Found = { readonly matches: readonly Match[]; readonly isAll: boolean };

/** `grep`: lines that match, as `file:line:text`, in the order of paths and lines. */
export const searchText: FileTool = async (args, context): Promise<ToolResult> => {
  const given = (args.path as string | undefined) ?? '.';
  const kind = context.files.kindOf(given) === 'file' ? 'file' : 'folder';
  const cursor = readCursor(args.cursor, ['string', 'number']);
  const after = cursor && { names: (cursor[0] as string).split('/'), line: cursor[1] as number };
  const opened = kind === 'file' ? context.files.openFile(given) : context.files.openFolder(given);
  closeSync(opened.fd);
  const place: Place = { kind, given, path: opened.path };
  return pageOf(await collectMatches(args, place, after, context), place, args, context);
};

/**
 * Many searches find little: everything is taken as it comes and sorted here, which lets the program use all processors.
 * Where that is too much to hold, it goes through the files in order, and stops where there is enough.
 */
async function collectMatches(
  args: JsonObject,
  place: Place,
  after: After | null,
  context: ToolContext,
): Promise<Found> {
  const { limits } = context;
  const matchOf = (candidate: Candidate): Match => ({ ...candidate, names: candidate.path.split('/') });
  const found: Match[] = [];
  const end = await searchIn(place, args, context, {
    isSorted: false,
    outputBytesMax: limits.searchOutputBytesMax,
    take: (candidate) => found.push(matchOf(candidate)) <= limits.matchesSortedMax,
  });
  if (end === 'complete')
    return { matches: found.sort(compareMatches).filter((match) => isAfter(match, after)), isAll: true };
  found.length = 0;
  const again = await searchIn(place, args, context, {
    isSorted: true,
    outputBytesMax: Number.POSITIVE_INFINITY,
    take: (candidate) => {
      const match = matchOf(candidate);
      return !isAfter(match, after) || found.push(match) <= 2 * limits.entriesMax;
    },
  });
  return { matches: found, isAll: again === 'complete' };
}

async function searchIn(
  { kind, given }: Place,
  args: JsonObject,
  { files, limits, signal }: ToolContext,
  how: Pick<Search, 'isSorted' | 'outputBytesMax' | 'take'>,
): Promise<SearchEnd> {
  const place = kind === 'file' ? { ...files.openFile(given), name: null } : files.openFolder(given);
  try {
    return await runRipgrep({
      ...how,
      pattern: args.pattern as string,
      glob: (args.glob as string | undefined) ?? null,
      // Named by process and not by "self", which would be the program that is started.
      folder: place.name?.replace('/proc/self/', `/proc/${process.pid}/`) ?? '/',
      fileFd: kind === 'file' ? place.fd : null,
      lineBytesMax: limits.matchLengthMax * 8,
      signal,
    });
  } finally {
    closeSync(place.fd);
  }
}

function compareMatches(one: Match, other: Match): number {
  return comparePaths(one.names, other.names) || one.line - other.line;
}

function isAfter(match: Match, after: After | null): boolean {
  if (after === null) return true;
  const order = comparePaths(match.names, after.names);
  return order > 0 || (order === 0 && match.line > after.line);
}

function pageOf({ matches, isAll }: Found, place: Place, args: JsonObject, { files, limits }: ToolContext): ToolResult {
  const page = entryPage((args.limit as number | undefined) ?? limits.entriesMax, limits);
  const verifier = new MatchVerifier(files, limits);
  const prefix = place.path === '.' ? '' : `${place.path}/`;
  let last: Match | null = null;
  let passed: Match | null = null;
  let isCut = false;
  let dropped = 0;
  try {
    for (const match of matches) {
      const path = place.kind === 'folder' ? prefix + match.path : place.path;
      const text = verifier.lineOf(path, match);
      if (text === null) {
        dropped += 1;
        passed = match;
        continue;
      }
      const shown = cutLine(text, limits.matchLengthMax);
      if (!page.add(`${shownName(path)}:${match.line}:${shown}`)) break;
      isCut ||= shown !== text;
      last = match;
      passed = match;
    }
  } finally {
    verifier.close();
  }
  const hasMore = passed !== null && (page.isFull || !isAll);
  return toolResult({
    exit_code: last === null ? 1 : 0,
    stdout: page.lines.map((line) => `${line}\n`).join(''),
    truncated_lines: hasMore && !page.isCutByBytes,
    truncated_bytes: page.isCutByBytes || isCut,
    next_page_cursor: hasMore ? writeCursor([passed!.path, passed!.line]) : null,
    meta: {
      path: place.path,
      count: page.lines.length,
      ...(dropped === 0 ? {} : { unverified_count: dropped }),
    },
  });
}

function cutLine(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text
    .slice(0, lengthMax)
    .toWellFormed()
    .replace(/\ufffd$/, '')} […]`;
}
