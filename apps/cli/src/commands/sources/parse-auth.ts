import type { SourceAuth } from '@countersign/contract';
import { parseJson } from '../../parse-json.ts';
import { UsageError } from '../../usage-error.ts';

const forms =
  'none, pass_through, bearer=SECRET, header:NAME=SECRET, query:NAME=SECRET, basic:USER=SECRET, or JSON such as {"mode":"token_exchange",…}; SECRET is the name of a stored secret';

/** `--auth` in short, or as JSON for the ways that need more words. What JSON may hold is the server's to check. */
export function parseAuth(text: string): SourceAuth {
  if (text.startsWith('{')) return parseJson('--auth', text) as SourceAuth;
  if (text === 'none' || text === 'pass_through') return { mode: text };
  const [, kind, name, secret] = /^(bearer|header|query|basic)(?::([^=]+))?=(.+)$/.exec(text) ?? [];
  if (secret !== undefined && kind === 'bearer' && name === undefined)
    return { mode: 'api_key', in: 'header', name: 'Authorization', secret, prefix: 'Bearer ' };
  if (secret !== undefined && name !== undefined) {
    if (kind === 'header' || kind === 'query') return { mode: 'api_key', in: kind, name, secret };
    if (kind === 'basic') return { mode: 'http_basic', username: name, secret };
  }
  throw new UsageError(`--auth takes ${forms}`);
}
