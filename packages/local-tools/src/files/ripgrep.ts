import { spawn } from 'node:child_process';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { ripgrepPath } from '../ripgrep-path.ts';

/** A line that matched, as the program tells of it; the text may be cut. Nothing of it is to be believed. */
export type Candidate = {
  readonly path: string;
  readonly line: number;
  /** Bytes before the line, in the text as it is searched. */
  readonly offset: number;
  readonly text: Buffer;
};

export type Search = {
  readonly pattern: string;
  readonly glob: string | null;
  /** Absolute name of the folder in which it runs. */
  readonly folder: string;
  /** A file that is open, to be searched instead of the folder. */
  readonly fileFd: number | null;
  /** One file after the other by name, which takes longer. */
  readonly isSorted: boolean;
  readonly lineBytesMax: number;
  readonly outputBytesMax: number;
  readonly signal: AbortSignal;
  /** Told of every candidate; false ends the search. */
  readonly take: (candidate: Candidate) => boolean;
};

/** `enough`: it was ended by whoever takes the candidates, or printed too much. */
export type SearchEnd = 'complete' | 'enough';

const stderrLengthMax = 4000;
const [lineFeed, carriageReturn, colon, nul] = [10, 13, 58, 0];

/**
 * T4: runs ripgrep. Its flags are fixed and what the caller says comes after `-e`, `--glob=` and `--`; it reads no
 * configuration, runs no other program, follows no links and takes no rules from outside the folder.
 */
export async function runRipgrep(search: Search): Promise<SearchEnd> {
  const program = ripgrepPath();
  if (program === null)
    throw new ToolFailure(
      'tool_exec',
      'ripgrep is not installed for this machine, so nothing can be searched. Install the npm package @vscode/ripgrep with its optional dependencies.',
    );
  const child = spawn(program, argumentsOf(search), {
    cwd: search.folder,
    env: { LC_ALL: 'C.UTF-8' },
    stdio: [search.fileFd ?? 'ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGKILL');
  search.signal.addEventListener('abort', stop, { once: true });
  let rest: Buffer = Buffer.alloc(0);
  let printed = 0;
  let isEnough = false;
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < stderrLengthMax) complaint += text;
  });
  child.stdout!.on('data', (chunk: Buffer) => {
    if (isEnough) return;
    printed += chunk.length;
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const consumed = takeLines(bytes, search.take);
    isEnough = consumed === null || printed > search.outputBytesMax;
    rest = isEnough ? Buffer.alloc(0) : bytes.subarray(consumed!);
    if (isEnough) stop();
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    search.signal.throwIfAborted();
    if (isEnough) return 'enough';
    if (complaint !== '') throw refused(complaint);
    if (code === null)
      throw new ToolFailure('tool_exec', 'The search was stopped by the system. Search a smaller folder.');
    return 'complete';
  } finally {
    search.signal.removeEventListener('abort', stop);
  }
}

function argumentsOf({ pattern, glob, fileFd, isSorted, lineBytesMax }: Search): string[] {
  return [
    '--no-config',
    '--no-messages',
    // What it would complain about are lines of files.
    '--no-ignore-messages',
    '--no-follow',
    '--no-ignore-parent',
    '--no-ignore-global',
    '--no-require-git',
    '--color=never',
    '--no-heading',
    '--with-filename',
    '--null',
    '--line-number',
    '--byte-offset',
    '--crlf',
    `--max-columns=${lineBytesMax}`,
    '--max-columns-preview',
    ...(isSorted ? ['--sort=path'] : []),
    // G2: a pattern that begins a name with a dot asks for hidden files.
    ...(glob !== null && /(?:^|[/{,])\./.test(glob) ? ['--hidden'] : []),
    ...(glob === null ? [] : [`--glob=${glob}`]),
    '-e',
    pattern,
    '--',
    fileFd === null ? './' : '-',
  ];
}

/** Tells of every whole line `path NUL line:offset:text`; gives back how many bytes that were, null to stop. */
function takeLines(bytes: Buffer, take: Search['take']): number | null {
  let at = 0;
  for (let end = bytes.indexOf(lineFeed, at); end !== -1; end = bytes.indexOf(lineFeed, at)) {
    const candidate = readCandidate(bytes.subarray(at, end));
    at = end + 1;
    if (candidate !== null && !take(candidate)) return null;
  }
  return at;
}

/** A line without the \r of its end. */
export function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
}

/** Lines that are no matches (notes about binary files) have no NUL in them. */
function readCandidate(line: Buffer): Candidate | null {
  const pathEnd = line.indexOf(nul);
  const lineEnd = line.indexOf(colon, pathEnd + 1);
  const offsetEnd = line.indexOf(colon, lineEnd + 1);
  if (pathEnd === -1 || lineEnd === -1 || offsetEnd === -1) return null;
  const number = Number(line.toString('latin1', pathEnd + 1, lineEnd));
  const offset = Number(line.toString('latin1', lineEnd + 1, offsetEnd));
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(offset)) return null;
  const path = line.toString('utf8', 0, pathEnd).replace(/^\.\//, '');
  return { path, line: number, offset, text: Buffer.from(withoutReturn(line.subarray(offsetEnd + 1))) };
}

/** Only what is said of the pattern itself is passed on; anything else could quote from files. */
function refused(complaint: string): ToolFailure {
  const words = complaint.replace(/^rg: /, '').trim();
  if (/^(?:regex parse error|error parsing glob|the literal|unicode|compiled regex)/i.test(words))
    return new ToolFailure(
      'validation',
      `The pattern cannot be used: ${words}\nWrite \\ before a character that is meant as it is.`,
    );
  return new ToolFailure('tool_exec', 'The search failed. Try a simpler pattern, or a smaller folder.');
}
