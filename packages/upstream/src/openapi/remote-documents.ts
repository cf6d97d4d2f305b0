import { ImportRefused } from '../inventory/import-refused.ts';
import { importLimits } from '../inventory/limits.ts';
import { readDocument } from '../inventory/read-document.ts';
import { isRecord } from '../schema/plain-schema.ts';
import { absolute, OpenApiDocument, split } from './open-api-document.ts';

/** Brings the text of another document; who gives it guards where it goes, and bounds size and time. */
export type FetchDocument = (url: string) => Promise<string>;

/**
 * A document together with all that it refers to, fetched through the given port and through nothing else; documents
 * that could not be had keep their reason. Without a port nothing is fetched and such references are refused when met.
 */
export async function withRemoteDocuments(
  root: unknown,
  url: string | null,
  fetchDocument: FetchDocument | null,
): Promise<OpenApiDocument> {
  if (fetchDocument === null) return new OpenApiDocument(root, url, null);
  const known = new Map<string, { readonly document: OpenApiDocument } | { readonly reason: string }>();
  const others = { find: (address: string) => known.get(address) ?? { reason: 'it was not fetched' } };
  const first = new OpenApiDocument(root, url, others);
  if (url !== null) known.set(url, { document: first });
  let length = 0;
  let level: OpenApiDocument[] = [first];
  for (let depth = 0; depth < importLimits.remoteDepthMax && level.length > 0; depth += 1) {
    const next: OpenApiDocument[] = [];
    for (const address of level.flatMap((document) => [...addressesIn(document)])) {
      if (known.has(address)) continue;
      if (known.size > importLimits.remoteDocumentsMax) {
        known.set(address, { reason: `more than ${importLimits.remoteDocumentsMax} other documents are not fetched` });
        continue;
      }
      const fetched = await read(address, fetchDocument, importLimits.remoteLengthMax - length);
      if ('reason' in fetched) {
        known.set(address, fetched);
        continue;
      }
      length += fetched.length;
      const document = new OpenApiDocument(fetched.root, address, others);
      known.set(address, { document });
      next.push(document);
    }
    level = next;
  }
  return first;
}

async function read(
  address: string,
  fetchDocument: FetchDocument,
  lengthMax: number,
): Promise<{ root: unknown; length: number } | { reason: string }> {
  try {
    const text = await fetchDocument(address);
    if (text.length > lengthMax)
      return { reason: `all other documents together are longer than ${importLimits.remoteLengthMax} characters` };
    return { root: readDocument(text), length: text.length };
  } catch (error) {
    return {
      reason:
        error instanceof ImportRefused ? error.problems[0]! : `it could not be fetched: ${(error as Error).message}`,
    };
  }
}

/** Addresses of other documents that anything in this one refers to. */
function addressesIn({ root, url }: OpenApiDocument): Set<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isRecord(value) && typeof value.$ref === 'string') {
      const [address] = split(value.$ref);
      const other = address === '' ? null : absolute(address, url);
      if (other !== null && other !== url) found.add(other);
    }
    open.push(...Object.values(value));
  }
  return found;
}
