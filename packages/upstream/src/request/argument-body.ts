import type { JsonValue } from '@countersign/contract';
import { isList, isMapping } from '../template/template-value.ts';
import type { BodyKind } from './body-kind.ts';
import { decodeBase64 } from './decode-base64.ts';
import { encodeForm } from './form-body.ts';
import { multipartBody } from './multipart-body.ts';
import { deepPairs, exactJson, parameterText } from './parameter-text.ts';
import { refusedValue } from './refused-value.ts';
import type { BodyContent } from './rendered-request.ts';
import { plainText } from './text-body.ts';

/** The argument that is the body, written as its content type says. */
export function argumentBody(
  value: JsonValue,
  kind: BodyKind,
  contentType: string,
  boundary: () => string,
): BodyContent {
  switch (kind) {
    case 'json':
      return { body: exactJson(value), contentType };
    case 'form':
      return { body: formText(value), contentType };
    case 'multipart':
      return multipartBody(value, boundary());
    case 'bytes':
      return { body: decodeBase64(value), contentType };
    default:
      return { body: plainText(textOfBody(value)), contentType };
  }
}

function textOfBody(value: JsonValue): string {
  if (isList(value) || isMapping(value)) throw refusedValue('The body must be a text for this content type.');
  return parameterText(value, 'body');
}

function formText(value: JsonValue): string {
  if (!isMapping(value)) throw refusedValue('The body must be an object for a form.');
  return Object.entries(value)
    .flatMap(([name, part]) => deepPairs(name, part))
    .map(([name, text]) => `${encodeForm(name)}=${encodeForm(text)}`)
    .join('&');
}
