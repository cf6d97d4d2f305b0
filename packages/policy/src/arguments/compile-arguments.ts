import type { JsonObject } from '@countersign/contract';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { limits } from '../limits.ts';

export type ResolvedArguments =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Compiles a tool's schema once; the result checks arguments and fills in defaults, on a copy. */
export function compileArguments(schema: Readonly<Record<string, unknown>>): (given: JsonObject) => ResolvedArguments {
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: true, ownProperties: true });
  const validate = ajv.compile(schema);
  return (given) => {
    const resolved = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
    if (validate(resolved)) return { ok: true, arguments: resolved as JsonObject };
    return { ok: false, errors: (validate.errors ?? []).slice(0, limits.argumentErrorsMax).map(describe) };
  };
}

/** `path: message`, the path written as in JavaScript; the offending key is named. */
function describe({ instancePath, message, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.') || '(arguments)';
  const extra = 'additionalProperty' in params ? `: ${String(params.additionalProperty)}` : '';
  return `${path}: ${message ?? 'is not valid'}${extra}`;
}
