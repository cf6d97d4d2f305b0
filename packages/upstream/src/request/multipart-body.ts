import type { JsonObject, JsonValue } from '@countersign/contract';
import { isList, isMapping } from '../template/template-value.ts';
import { decodeBase64 } from './decode-base64.ts';
import { exactJson, parameterText } from './parameter-text.ts';
import { refusedValue } from './refused-value.ts';
import type { BodyContent } from './rendered-request.ts';
import { plainText } from './text-body.ts';

/** A form of parts. A member {content_base64, filename?, content_type?} is a file; other objects are written as JSON. */
export function multipartBody(value: JsonValue, boundary: string): BodyContent {
  if (!isMapping(value)) throw refusedValue('The body must be an object for a form of parts.');
  const parts = Object.entries(value).flatMap(([name, part]) =>
    part === null ? [] : (isList(part) ? part : [part]).map((item) => partOf(name, item)),
  );
  const content = parts.flatMap((part) => [`--${boundary}\r\n${part.head}\r\n\r\n`, part.content, '\r\n']);
  const body = Buffer.concat([...content, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
  if (parts.some(({ content: inner }) => Buffer.from(inner as string).includes(boundary)))
    throw refusedValue('A part of the body holds the text that separates the parts. Try again.');
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

type Part = { readonly head: string; readonly content: string | Uint8Array };

function partOf(name: string, value: JsonValue): Part {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (isFile(value)) {
    const filename = typeof value.filename === 'string' ? value.filename : 'file';
    const type = typeof value.content_type === 'string' ? value.content_type : 'application/octet-stream';
    if (!/^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/.test(type))
      throw refusedValue('content_type of a part is not one.');
    return {
      head: `${disposition}; filename="${quoted(filename)}"\r\nContent-Type: ${type}`,
      content: decodeBase64(value.content_base64!),
    };
  }
  if (isMapping(value) || isList(value))
    return { head: `${disposition}\r\nContent-Type: application/json`, content: exactJson(value) };
  return { head: disposition, content: plainText(parameterText(value, name)) };
}

function isFile(value: JsonValue): value is JsonObject {
  return isMapping(value) && Object.hasOwn(value, 'content_base64');
}

/** As browsers write names; other control characters have no place there. */
function quoted(name: string): string {
  const text = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return plainText(text);
}
