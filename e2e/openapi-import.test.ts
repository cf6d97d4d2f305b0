import { readFileSync } from 'node:fs';
import { importDocument, importOpenApi } from '@countersign/upstream';
import { describe, expect, it } from 'vitest';
import { checkTool } from './openapi-documents/check-tool.ts';
import { countOperations } from './openapi-documents/count-operations.ts';
import { largeDocuments } from './openapi-documents/documents.ts';

/** Of a large document so many tools are compiled here; `npm run test:openapi` takes all. */
const sampleSize = 40;

const found = largeDocuments();
const documents = 'missing' in found ? [] : found;
if ('missing' in found) console.log(`Large OpenAPI documents are not imported in this run: ${found.missing}`);
const settings = { name: 'big', kind: 'openapi', url: 'https://documents.example/openapi.json' } as const;

describe.skipIf(documents.length === 0)('a large public document', () => {
  it.each(documents)(
    '$name is imported whole: each operation is a tool or has a reason [U1]',
    { timeout: 120_000 },
    async ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const { tools, leftOut } = await importOpenApi(text, settings);
      expect(tools.length).toBeGreaterThan(100);
      expect(tools.length + leftOut.length).toBe(countOperations(JSON.parse(text)));
      expect(leftOut.filter(({ reason }) => reason === '')).toEqual([]);
      expect(new Set(tools.map(({ name }) => name.toLowerCase())).size).toBe(tools.length);
      const step = Math.max(1, Math.floor(tools.length / sampleSize));
      const broken = tools
        .filter((_, index) => index % step === 0)
        .map((tool) => checkTool(tool))
        .filter((problem) => problem !== null);
      expect(broken).toEqual([]);
    },
  );

  it('is the same whoever reads it: here, or in a thread of its own [U1]', { timeout: 120_000 }, async () => {
    const text = readFileSync(documents.find(({ name }) => name.includes('stripe'))!.path, 'utf8');
    const [here, there] = await Promise.all([importOpenApi(text, settings), importDocument(text, settings)]);
    expect(there).toEqual(here);
  });
});
