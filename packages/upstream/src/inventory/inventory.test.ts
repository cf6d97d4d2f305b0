import type { ToolDefinition } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, isPlainText } from './clean-text.ts';
import { compareInventories, newHosts } from './compare-inventories.ts';
import { createInventory, type ImportedTool } from './inventory.ts';
import { importLimits } from './limits.ts';
import { nameTools } from './name-tools.ts';
import { riskTable } from './risk-of-tool.ts';

const tool = (name: string, more: Partial<ToolDefinition> = {}): ImportedTool => ({
  name,
  description: 'A tool.\nIt does things.',
  inputSchema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  target: 'server',
  executionTimeoutMs: 1_000,
  ...more,
  upstream: {
    source: 's',
    kind: 'openapi',
    remote_name: name,
    risk_level: 'LOW',
    method: 'GET',
    path: '/',
    host: 'a.example',
    tags: ['x', 'y'],
    profile: null,
    ...more.upstream,
  },
});
const known = (definition: ToolDefinition, isDeprecated = false) => ({ definition, isDeprecated });

describe('an inventory', () => {
  it('has a hash over every definition, whatever their order [U1]', () => {
    const [a, b] = [tool('a'), tool('b')];
    const { hash, tools } = createInventory([b, a], [], []);
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(createInventory([a, b], [], ['a warning']).hash).toBe(hash);
    for (const changed of [tool('a', { description: 'Another.' }), tool('a', { executionTimeoutMs: 2 }), tool('c')]) {
      expect(createInventory([changed, b], [], []).hash).not.toBe(hash);
    }
  });
});

describe('two inventories', () => {
  it('differ in what is new, gone, changed or there again [U1]', () => {
    const before = [
      known(tool('same')),
      known(tool('changed')),
      known(tool('gone')),
      known(tool('old'), true),
      known(tool('back'), true),
    ];
    const after = [
      tool('same'),
      tool('changed', { description: 'A tool.\nIt does other things.' }),
      tool('back'),
      tool('new'),
    ];
    expect(compareInventories(before, after)).toEqual([
      { tool_id: 'back', kind: 'restored', diff: [] },
      {
        tool_id: 'changed',
        kind: 'changed',
        diff: [
          '  description: A tool.',
          '- description: It does things.',
          '+ description: It does other things.',
          '  executionTimeoutMs: 1000',
          '  inputSchema.additionalProperties: false',
          '  …',
        ],
      },
      { tool_id: 'gone', kind: 'removed', diff: [] },
      { tool_id: 'new', kind: 'added', diff: [] },
    ]);
  });

  it('show each line that differs, with what a screen would hide written out [U1, A8]', () => {
    const [change] = compareInventories([known(tool('a'))], [tool('a', { description: 'Ignore\u202e this\u200b' })]);
    expect(change!.diff).toContain('+ description: Ignore⟦U+202E⟧ this⟦U+200B⟧');
    expect(change!.diff.filter((line) => line.startsWith('-'))).toEqual([
      '- description: A tool.',
      '- description: It does things.',
    ]);
  });

  it('show a bounded number of lines, however much differs', () => {
    const many = (word: string) =>
      tool('a', { description: Array.from({ length: 5_000 }, (_, index) => `${word} ${index}`).join('\n') });
    const [change] = compareInventories([known(many('x'))], [many('y')]);
    expect(change!.diff.length).toBe(importLimits.diffLinesMax + 1);
    expect(change!.diff.at(-1)).toMatch(/more lines differ/);
  });

  it('show nothing where nothing changed, and something wherever something did [U1]', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(
        text,
        text,
        fc.jsonValue({ maxDepth: 2 }),
        fc.jsonValue({ maxDepth: 2 }),
        (one, two, first, second) => {
          const [a, b] = [
            tool('a', { description: one, inputSchema: { x: first } }),
            tool('a', { description: two, inputSchema: { x: second } }),
          ];
          const changes = compareInventories([known(a)], [b]);
          const isSame = createInventory([a], [], []).hash === createInventory([b], [], []).hash;
          expect(changes.length).toBe(isSame ? 0 : 1);
        },
      ),
    );
  });

  it('tell of hosts that nothing went to before [U5]', () => {
    const elsewhere = tool('b', { upstream: { ...tool('b').upstream, host: 'evil.example' } });
    expect(newHosts([known(tool('a'))], [tool('a'), elsewhere])).toEqual(['evil.example']);
    expect(newHosts([known(tool('a'))], [tool('c')])).toEqual([]);
  });
});

describe('names of tools', () => {
  it('are unique, plain and short, whatever things are called, and do not depend on their order [U1]', () => {
    const things = fc.uniqueArray(
      fc.record({ name: fc.string({ maxLength: 200 }), key: fc.string({ maxLength: 20 }) }),
      { selector: ({ name, key }) => `${name} ${key}`, maxLength: 30 },
    );
    fc.assert(
      fc.property(things, (given) => {
        const names = nameTools('src', given);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length);
        for (const name of names) expect(name).toMatch(/^src__[A-Za-z0-9_.-]{1,123}$/);
      }),
    );
    const same = [
      { name: 'x', key: 'GET /1' },
      { name: 'X', key: 'GET /2' },
      { name: 'x', key: 'GET /0' },
    ];
    const [one, two, zero] = nameTools('s', same);
    expect(zero).toBe('s__x');
    expect(nameTools('s', [...same].reverse())).toEqual([zero, two, one]);
  });
});

describe('texts of a service', () => {
  it.each([
    ['a\u202eb\u200bc\u0007d\ufeff', 'abcd'],
    ['tag\u{e0041}\u{e0042}s', 'tags'],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['tab\tand\u00a0blank', 'tab and blank'],
    ['a\n\n\n\n\nb  ', 'a\n\nb'],
    ['Ünïcödé 漢字 🍕', 'Ünïcödé 漢字 🍕'],
  ])('%j is read as %j [U1]', (text, clean) => {
    expect(cleanText(text, 100)).toBe(clean);
  });

  it('are cut to their length, in whole characters, and show it', () => {
    expect(cleanText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(cleanText('🍕'.repeat(50), 10).isWellFormed()).toBe(true);
    expect(cleanLine('a\nb', 10)).toBe('a b');
  });

  it('have nothing left that nobody would see, whatever they were [U1]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text, 1_000);
        expect(isPlainText(clean.replaceAll('\n', ''))).toBe(true);
        expect(cleanText(clean, 1_000)).toBe(clean);
      }),
    );
  });
});

describe('risks of a source', () => {
  it('are by the longest name or glob that fits, and by the higher of two [U1]', () => {
    const riskOf = riskTable({
      name: 's',
      risks: { '*': 'HIGH', 'list_*': 'LOW', list_secrets: 'HIGH', 's__get_*': 'MEDIUM', 'get_x*': 'LOW' },
    });
    expect(['s__delete', 's__list_all', 's__list_secrets', 's__get_a'].map((name) => riskOf(name, 'MEDIUM'))).toEqual([
      'HIGH',
      'LOW',
      'HIGH',
      'MEDIUM',
    ]);
    expect(riskTable({ name: 's', risks: { 'a*': 'LOW', '*b': 'HIGH' } })('s__ab', 'MEDIUM')).toBe('HIGH');
    expect(riskTable({ name: 's' })('s__a', 'MEDIUM')).toBe('MEDIUM');
    expect(() => riskTable({ name: 's', risks: { 'a?': 'LOW' } })).toThrow(/risks: "a\?"/);
  });
});
