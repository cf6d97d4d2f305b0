import type { JsonObject, JsonValue } from '@countersign/contract';

export const redacted = '***REDACTED***';

/** Names whose values are secret whatever they look like. */
const secretName = /pass(word|wd|phrase)|secret|token|api[_-]?key|private[_-]?key|credential|authorization|cookie/i;

/**
 * Shapes of well-known secrets inside any text. The work is linear in the length of any text: a pattern can begin only
 * where its first word stands, and what it has read once it either masks or does not read again.
 */
const secretShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bauthorization["']?\s{0,3}[=:]\s{0,3}["']?(?:bearer|basic) )[^\s"',;]+/giu,
  // Anywhere else a word after "basic" may be a word: what no word has is a digit or a capital inside.
  /(?<=\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC) )(?=[A-Za-z._~+/-]?[a-z._~+/-]*[A-Z0-9=])[A-Za-z0-9._~+/=-]{8,}/g,
  /(?<=[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,200}:)[^\s@/]+(?=@)/giu,
  // NAME_TOKEN=…, "password": "…" and the like; in quotes a value may have blanks.
  /(?<=\b[A-Z0-9_]{0,64}(?:TOKEN|SECRET|PASSWORD|PASSWD|API[_-]?KEY)["']?\s{0,3}[=:]\s{0,3}["']?)(?:(?<=")(?:[^"\\\n]|\\.)+|(?<=')[^'\n]+|[^\s"',;]+)/giu,
];

/** Masks secrets by name and by shape, in texts and all through JSON values. */
export const redactor = {
  text(text: string): string {
    let masked = text;
    for (const shape of secretShapes) masked = masked.replace(shape, redacted);
    return masked;
  },
  json(value: JsonValue): JsonValue {
    if (typeof value === 'string') return redactor.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: JsonValue) => redactor.json(item));
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, item]) => [
        name,
        isSecret(name, item) ? maskAll(item) : redactor.json(item),
      ]),
    );
  },
};

/** How many tokens something may cost is a number that nobody has to hide. */
function isSecret(name: string, value: JsonValue): boolean {
  return secretName.test(name) && !(typeof value === 'number' && /tokens$/i.test(name));
}

function maskAll(value: JsonValue): JsonValue {
  if (typeof value === 'string' || typeof value === 'number') return redacted;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskAll);
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, item]) => [name, maskAll(item)]));
}
