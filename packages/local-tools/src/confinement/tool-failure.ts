import type { ToolResult } from '@countersign/contract';

/** T8: why a tool did not do what it was asked. `policy`: it must not; `tool_exec`: it could not. */
export type FailureClass = 'validation' | 'policy' | 'tool_exec' | 'timeout' | 'unknown';

/** A failure of a tool, in words for whoever asked. It never ends the process. */
export class ToolFailure extends Error {
  readonly failureClass: FailureClass;
  /** What there was until then: the output of a command that was stopped. */
  readonly result: ToolResult | null;

  constructor(failureClass: FailureClass, message: string, cause?: unknown, result: ToolResult | null = null) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ToolFailure';
    this.failureClass = failureClass;
    this.result = result;
  }
}

/** The caller's signal stopped it, and nothing else did. */
export class ToolCancelled extends ToolFailure {
  constructor(result: ToolResult | null = null) {
    super('tool_exec', 'The call was cancelled.', undefined, result);
    this.name = 'AbortError';
  }
}

/** Somebody put something else in its place just then: looking again may help. */
export class PlaceReplaced extends ToolFailure {
  constructor(path: string) {
    super('tool_exec', `"${path}" was replaced while it was opened. Try again.`);
  }
}

/** What the system says of a path, in words. */
export function failureOf(error: unknown, path: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return new ToolFailure('unknown', `"${path}" cannot be used.`, error);
  const known = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return new ToolFailure('tool_exec', `"${path}" ${known ?? `cannot be used (${code})`}.`, error);
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'goes through something that is not a folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be opened by this user',
  EPERM: 'may not be changed by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'does not fit on the disk',
  EDQUOT: 'does not fit into what this user may store',
  ENAMETOOLONG: 'is too long for a path',
  EMFILE: 'cannot be opened: too many files are open',
  ENFILE: 'cannot be opened: too many files are open',
  EINVAL: 'was replaced while it was looked at. Try again',
  ELOOP: 'was replaced while it was looked at. Try again',
};
