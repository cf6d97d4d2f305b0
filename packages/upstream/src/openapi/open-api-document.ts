import { importLimits } from '../inventory/limits.ts';
import { findPointer } from '../schema/find-pointer.ts';
import { isRecord, own } from '../schema/plain-schema.ts';
import { type FoundSchema, type SchemaDocument, UnusableReference } from '../schema/schema-document.ts';

/** Something in a document, and the document that its references are about. */
export type Located = { readonly value: unknown; readonly document: OpenApiDocument };

/** Other documents by their address, fetched beforehand where that is permitted. */
export type OtherDocuments = {
  /** Null where there is nothing at that address, with the reason. */
  find(url: string): { readonly document: OpenApiDocument } | { readonly reason: string };
};

/** A parsed document. References are followed when somebody asks, so that circles and unused parts cost nothing. */
export class OpenApiDocument implements SchemaDocument {
  readonly root: unknown;
  /** Where it is from: relative references and addresses start there. */
  readonly url: string | null;
  readonly #others: OtherDocuments | null;
  readonly #found = new Map<string, FoundSchema>();

  constructor(root: unknown, url: string | null, others: OtherDocuments | null) {
    this.root = root;
    this.url = url;
    this.#others = others;
  }

  /** The end of a chain of references. */
  find(ref: string): FoundSchema & { readonly document: OpenApiDocument } {
    const known = this.#found.get(ref);
    if (known !== undefined) return known as FoundSchema & { readonly document: OpenApiDocument };
    let found = this.#step(ref);
    for (let steps = 0; ; steps += 1) {
      const next = own(found.value, '$ref');
      if (typeof next !== 'string') break;
      if (steps === importLimits.refChainMax)
        throw new UnusableReference(`${short(ref)} leads in a circle, or too far`);
      found = found.document.#step(next);
    }
    this.#found.set(ref, found);
    return found;
  }

  /** What stands there, or what it refers to. */
  resolve(value: unknown): Located {
    const ref = own(value, '$ref');
    return typeof ref === 'string' ? this.find(ref) : { value, document: this };
  }

  #step(ref: string): FoundSchema & { readonly document: OpenApiDocument } {
    const [address = '', pointer = ''] = split(ref);
    const document = address === '' ? this : this.#other(address);
    const { value, name } = findPointer(document.root, pointer);
    return { key: `${document.url ?? ''}#${pointer}`, name, value, document };
  }

  #other(address: string): OpenApiDocument {
    if (this.#others === null) {
      throw new UnusableReference(
        `it refers to another document, ${short(address)}: allow_remote_refs is off, so nothing was fetched`,
      );
    }
    const url = absolute(address, this.url);
    if (url === null) throw new UnusableReference(`it refers to ${short(address)}, which is no address on the web`);
    if (url === this.url) return this;
    const other = this.#others.find(url);
    if ('reason' in other) throw new UnusableReference(`it refers to ${short(url)}: ${other.reason}`);
    return other.document;
  }
}

export function split(ref: string): [string, string] {
  const at = ref.indexOf('#');
  return at === -1 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)];
}

/** An address of a document on the web; null for files and everything else. */
export function absolute(address: string, base: string | null): string | null {
  const url = URL.parse(address, base ?? undefined);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.hash = '';
  return url.href;
}

function short(text: string): string {
  const shown = JSON.stringify(text).slice(1, -1);
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
