import { isUuid } from '@countersign/contract';
import { UsageError } from '../usage-error.ts';

const prefixLengthMin = 6;

/** A whole id as it is; the beginning of one, if just one of those listed begins so. */
export async function resolveId(what: string, given: string, list: () => Promise<readonly string[]>): Promise<string> {
  const text = given.toLowerCase();
  if (isUuid(text)) return text;
  if (!/^[0-9a-f-]{6,36}$/.test(text)) {
    throw new UsageError(
      `"${given}" is no ${what}: give its id, or at least the first ${prefixLengthMin} characters of it`,
    );
  }
  const matches = [...new Set(await list())].filter((id) => id.startsWith(text));
  const [only, ...others] = matches;
  if (!only) throw new UsageError(`there is no ${what} whose id begins with ${text}`);
  if (others.length > 0)
    throw new UsageError(
      `${matches.length} ids begin with ${text}: give more of it (${matches.slice(0, 5).join(', ')})`,
    );
  return only;
}
