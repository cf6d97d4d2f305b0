import { describe, expect, it } from 'vitest';
import { createRedactor, marker } from '../src/index.ts';
import { cases } from './cases.ts';

/** Where the secret is a part of a value, all of the value is masked; where other values are secret too, these as well. */
const masksMore = new Set(
  `provider-008 own-keyvalue-104 own-header-022 own-header-025 own-header-026 own-header-027 own-header-029 own-header-035
  own-header-036 own-url-006 own-url-009 own-url-016 own-url-025 field-keyvalue-068 field-provider-035 field-url-003 field-header-007 field-edge-001`.split(
    /\s+/,
  ),
);

const plain = cases.filter(
  ({ id, text, must_redact }) =>
    must_redact.length === 1 && !text.includes('\n') && !masksMore.has(id) && !id.startsWith('own-encoded-'),
);

describe('a line with one secret', () => {
  it('is one of hundreds', () => {
    expect(plain.length).toBeGreaterThan(300);
  });

  it.each(plain)('loses that and not a character more: $id [G8]', ({ text, must_redact, known_secrets }) => {
    expect(createRedactor(known_secrets).text(text)).toBe(text.replaceAll(must_redact[0]!, marker));
  });

  it.each(plain)(
    'does so between other lines, and they stay as they are: $id [G8]',
    ({ text, must_redact, known_secrets }) => {
      const masked = createRedactor(known_secrets).text(`first of all\n${text}\nand the last`);
      expect(masked).toBe(`first of all\n${text.replaceAll(must_redact[0]!, marker)}\nand the last`);
    },
  );
});
