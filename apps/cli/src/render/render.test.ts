import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLocalPage } from '../open-browser.ts';
import { parseDuration } from '../parse-duration.ts';
import { durationText, relativeText } from './duration.ts';
import { jsonText } from './json-text.ts';
import { printable, printableLines } from './printable.ts';
import { shortIds } from './short-ids.ts';
import { styleFor } from './style.ts';
import { renderTable } from './table.ts';

const acting = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

describe('text of others', () => {
  it('never acts on a terminal, whatever it is [A8]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(acting);
        expect(printableLines(text).join('')).not.toMatch(acting);
        const json = jsonText(text, 0);
        expect(json).not.toMatch(acting);
        expect(JSON.parse(json)).toBe(text);
      }),
    );
  });

  it('is left as it is where it is plain', () => {
    for (const text of ['git commit -m "größer"', '日本語', '"quoted" \\ path', '😀'])
      expect(printable(text)).toBe(text);
  });
});

describe('small renderings', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [252_000, '4 min 12 s'],
    [3_600_000, '1 h'],
    [90_061_000, '1 d 1 h'],
  ])('%i ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('tells before from after', () => {
    expect(relativeText('2026-01-01T00:00:10Z', Date.parse('2026-01-01T00:00:00Z'))).toBe('in 10 s');
    expect(relativeText('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:00:10Z'))).toBe('10 s ago');
  });

  it.each([
    ['90s', 90],
    ['15m', 900],
    ['8h', 28_800],
    ['30d', 2_592_000],
    ['2w', 1_209_600],
  ])('%s is %i seconds', (text, seconds) => {
    expect(parseDuration('--expires-in', text)).toBe(seconds);
  });

  it.each(['', '5', 'h', '-1h', '1.5h', '0d', '1y'])('"%s" is no time span', (text) => {
    expect(() => parseDuration('--expires-in', text)).toThrow('--expires-in takes');
  });

  it('shortens ids only so far that they differ', () => {
    const ids = ['01a1e0c1-c91a-7000', '01a1e0c1-c931-7001'];
    expect(ids.map(shortIds(ids))).toEqual(['01a1e0c1-c91', '01a1e0c1-c93']);
    expect(shortIds(ids.slice(0, 1))(ids[0]!)).toBe('01a1e0c1');
  });

  it('keeps columns straight under colour and wide characters', () => {
    const style = styleFor(true);
    const table = renderTable(
      ['A', 'B'],
      [
        [style.risk('HIGH'), 'x'],
        ['日本', 'x'],
        ['wider', 'x'],
      ],
      style,
    );
    const columns = table
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => stripVTControlCharacters(line).replace('日本', 'aabb').indexOf('x'));
    expect(new Set(columns).size).toBe(1);
  });
});

describe('a page that is opened in a browser', () => {
  it.each([
    ['http://127.0.0.1:7717/auth/link?ticket=x', true],
    ['https://localhost/', true],
    ['http://[::1]:7717/', true],
    ['https://countersign.example.org/', false],
    ['http://127.0.0.1.evil.example/', false],
    ['http://127.0.0.1@evil.example/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['--help', false],
  ])('%s: %s', (link, expected) => {
    expect(isLocalPage(link)).toBe(expected);
  });
});
