import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRedactor, marker } from '../src/index.ts';

/** One line each; what is secret in it stands between « and ». */
const lines = readFileSync(new URL('marked-lines.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const redactor = createRedactor();

describe('a line with its secrets marked', () => {
  it.each(lines)('loses just these: %s [G8]', (line) => {
    const text = line.replace(/[«»]/g, '');
    const masked = line.replace(/«[^»]*»/g, marker);
    expect(redactor.text(text)).toBe(masked);
    expect(redactor.text(`first of all\n${text}`)).toBe(`first of all\n${masked}`);
  });
});
