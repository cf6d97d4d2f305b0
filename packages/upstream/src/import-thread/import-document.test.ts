import { describe, expect, it } from 'vitest';
import { importOpenApi } from '../openapi/import-open-api.ts';
import { importDocument } from './import-document.ts';

const settings = { name: 'shop', kind: 'openapi', url: 'https://doc.example/openapi.json' } as const;
const padding = 'x'.repeat(40_000);
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { description: padding },
  servers: [{ url: 'https://doc.example' }],
  paths: {
    '/a': { get: { parameters: [{ name: 'a', in: 'query', schema: { $ref: 'other.json#/A' } }] } },
    '/b': { get: { parameters: [{ name: 'b', in: 'query', schema: { $ref: 'third.json#/B' } }] } },
  },
});
const others: Readonly<Record<string, string>> = {
  'https://doc.example/other.json': JSON.stringify({ A: { type: 'integer' } }),
};
const fetchDocument = async (url: string): Promise<string> => {
  const text = others[url];
  if (text === undefined) throw new Error('not there');
  return text;
};

describe('a document in a thread of its own', () => {
  it('comes out as it does here, with the documents that it refers to [U1]', async () => {
    const open = { ...settings, allow_remote_refs: true };
    const there = await importDocument(document, open, { fetchDocument });
    expect(there).toEqual(await importOpenApi(document, open, fetchDocument));
    expect(there.tools.map(({ upstream }) => upstream.path)).toEqual(['/a']);
    expect(there.leftOut).toEqual([{ operation: 'GET /b', reason: expect.stringContaining('not there') }]);
  });

  it('is refused with the same problems [U1]', async () => {
    await expect(importDocument(`{"x":"${padding}"}`, settings)).rejects.toMatchObject({
      name: 'ImportRefused',
      problems: [expect.stringContaining('not OpenAPI')],
    });
    await expect(
      importDocument(`version: 2\ntools: []\n#${padding}`, { name: 'x', kind: 'http' }),
    ).rejects.toMatchObject({
      problems: [expect.stringContaining('1:10:')],
    });
  });

  it('ends when its time is over, its memory used up, or nobody wants it any more [U1]', async () => {
    await expect(importDocument(document, settings, { timeoutMs: 1 })).rejects.toThrow(/took longer/);
    const huge = JSON.stringify({
      openapi: '3.0.0',
      paths: {},
      x: Array.from({ length: 1_500_000 }, (_, index) => ({ index })),
    });
    await expect(importDocument(huge, settings, { memoryMb: 40 })).rejects.toThrow(/memory/);
    const cancel = new AbortController();
    const cancelled = importDocument(document, settings, { signal: cancel.signal });
    cancel.abort(new Error('no longer wanted'));
    await expect(cancelled).rejects.toThrow('no longer wanted');
  });
});
