import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/index.ts';
import { cases } from './cases.ts';

describe('each case', () => {
  it.each(cases)(
    '$id loses its secrets and keeps the rest [G8]',
    ({ category, text, must_redact, must_keep, chunks, known_secrets }) => {
      const redactor = createRedactor(known_secrets);
      const masked = redactor.text(text);
      for (const secret of must_redact) expect(masked).not.toContain(secret);
      for (const kept of must_keep) expect(masked).toContain(kept);
      if (category === 'benign') expect(masked).toBe(text);
      expect(redactor.text(masked)).toBe(masked);
      if (!chunks) return;
      const stream = redactor.stream();
      expect(chunks.map((chunk) => stream.write(chunk)).join('') + stream.end()).toBe(masked);
    },
  );
});
