import type { JsonObject, JsonValue } from '@countersign/contract';

export const redacted = '***REDACTED***';

/** Names whose values are secret whatever they look like. */
const secretName = /pass(word|wd|phrase)|secret|token|api[_-]?key|private[_-]?key|credential|authorization|cookie/i;

/** Shapes of well-known secrets inside any text. Every pattern is linear: no nested repetition. */
const secretShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,16384}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,200}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,255}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,255}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\beyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{0,2048}/g,
  /(?<=\b(?:Bearer|Basic) )[A-Za-z0-9._~+/=-]{8,4096}/gi,
  /(?<=[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,200}:)[^\s@/]{1,500}(?=@)/gi,
  /(?<=\b[A-Z0-9_]{0,64}(?:TOKEN|SECRET|PASSWORD|API_KEY)["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"',;]{1,4096}/gi,
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
        secretName.test(name) && (typeof item === 'string' || typeof item === 'number')
          ? redacted
          : redactor.json(item),
      ]),
    );
  },
};
