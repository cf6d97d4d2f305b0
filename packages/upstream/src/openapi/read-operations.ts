import { type HttpMethod, httpMethods } from '@countersign/contract';
import { cleanLine } from '../inventory/clean-text.ts';
import type { LeftOut } from '../inventory/inventory.ts';
import { isRecord } from '../schema/plain-schema.ts';
import { UnusableReference } from '../schema/schema-document.ts';
import { type Located, type OpenApiDocument, recordOf } from './open-api-document.ts';

/** One operation with the path that it stands under. */
export type Operation = {
  readonly method: HttpMethod;
  readonly path: string;
  readonly pathItem: Located;
  readonly operation: Located;
  /** `GET /orders`: for messages, and to tell it from others. */
  readonly title: string;
};

const methods = new Set<string>(httpMethods);
/** What else a path may have: another way to describe, or operations that are not offered. */
const otherMethods = ['trace', 'query'];

/** Every operation of a document, and those that can be seen not to be usable at once. */
export function* readOperations(document: OpenApiDocument): Generator<Operation | LeftOut> {
  for (const [path, given] of Object.entries(recordOf(recordOf(document.root).paths))) {
    if (path.startsWith('x-')) continue;
    const pathItem = resolveItem(document, given);
    if (typeof pathItem === 'string') {
      yield { operation: titleOf('*', path), reason: pathItem };
      continue;
    }
    yield* operationsOf(path, pathItem);
  }
}

function* operationsOf(path: string, pathItem: Located): Generator<Operation | LeftOut> {
  const item = recordOf(pathItem.value);
  for (const [word, value] of Object.entries(item)) {
    const method = word.toUpperCase();
    const title = titleOf(method, path);
    if (otherMethods.includes(word)) yield { operation: title, reason: `${method} is not offered to agents` };
    if (word === 'additionalOperations') {
      for (const name of Object.keys(recordOf(value)))
        yield { operation: titleOf(name, path), reason: `${cleanLine(name, 50)} is not offered to agents` };
    }
    if (!methods.has(method) || word !== word.toLowerCase()) continue;
    if (!isRecord(value)) {
      yield { operation: title, reason: 'there is nothing that describes it' };
      continue;
    }
    const operation = { value, document: pathItem.document };
    yield { method: method as HttpMethod, path, pathItem, operation, title };
  }
}

/** A path may be described elsewhere; what stands beside the reference counts too. */
function resolveItem(document: OpenApiDocument, given: unknown): Located | string {
  try {
    const resolved = document.resolve(given);
    if (resolved.document !== document || resolved.value === given) return resolved;
    return { value: { ...recordOf(resolved.value), ...recordOf(given), $ref: undefined }, document };
  } catch (error) {
    if (error instanceof UnusableReference) return error.message;
    throw error;
  }
}

function titleOf(method: string, path: string): string {
  return `${cleanLine(method, 50)} ${cleanLine(path, 400)}`;
}
