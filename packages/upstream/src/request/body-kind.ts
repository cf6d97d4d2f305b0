import type { Template } from '../template/template-tree.ts';

/** How values are written into a body. `other` is what nobody here knows how to write into. */
export type BodyKind = 'json' | 'form' | 'xml' | 'text' | 'multipart' | 'bytes' | 'other';

/** Types of files that are no text. */
const packed =
  /^application\/(octet-stream|pdf|zip|gzip|x-gzip|x-tar|x-gtar|x-zip-compressed|x-7z-compressed|java-archive|wasm|protobuf|x-protobuf|cbor|msgpack|msword|vnd\.(openxmlformats|ms-)[^+]*)$/;

/** Of a content type such as `application/problem+json; charset=utf-8`. */
export function bodyKind(contentType: string): BodyKind {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  if (type === 'application/json' || type.endsWith('+json') || type === 'text/json') return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type === 'multipart/form-data') return 'multipart';
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml') || type === 'text/html') return 'xml';
  if (/^(image|audio|video|font)\//.test(type) || packed.test(type)) return 'bytes';
  return type === 'text/plain' ? 'text' : 'other';
}

/** Of a body template that has no content type: JSON where it begins like it. */
export function guessContentType({ statements }: Template): string {
  const first = statements.find((statement) => statement.type !== 'text' || statement.text.trim() !== '');
  const isJson =
    (first?.type === 'text' && /^\s*[{["]/.test(first.text)) ||
    (first?.type === 'output' && first.expression.type === 'filter' && first.expression.name === 'tojson');
  return isJson ? 'application/json' : 'text/plain; charset=utf-8';
}
