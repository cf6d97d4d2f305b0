import { createHash } from 'node:crypto';

const NAME_LENGTH_MAX = 64;
const HASH_LENGTH = 12;
const plainName = new RegExp(`^[a-zA-Z0-9_-]{1,${NAME_LENGTH_MAX}}$`);
/** How names end that we made. A name that has this end by itself is changed too, so that no two can become the same. */
const ownEnd = new RegExp(`_[0-9a-f]{${HASH_LENGTH}}$`);

/**
 * What a tool is called towards a provider, which allows letters, digits, `_` and `-`. It depends on the name alone, so that
 * a tool has the same name in every turn, whatever other tools there are.
 */
export function nameForProvider(toolName: string): string {
  if (plainName.test(toolName) && !ownEnd.test(toolName)) return toolName;
  const hash = createHash('sha256').update(toolName).digest('hex').slice(0, HASH_LENGTH);
  const readable = toolName.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, NAME_LENGTH_MAX - HASH_LENGTH - 1);
  return `${readable}_${hash}`;
}
