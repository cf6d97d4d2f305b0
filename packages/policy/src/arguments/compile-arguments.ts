import type { JsonObject } from '@countersign/contract';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { limits } from '../limits.ts';
import { linearRegExp } from './linear-reg-exp.ts';

export type ResolvedArguments =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly errors: readonly string[] };

const options: Options = {
  allErrors: true,
  useDefaults: true,
  strict: true,
  ownProperties: true,
  code: { regExp: linearRegExp },
};

/**
 * U2: compiles a tool's schema once, by the draft that it names (07, or 2020-12); the result checks arguments and fills
 * in defaults, on a copy. A schema that names others by address does not compile: nothing is fetched.
 */
export function compileArguments(schema: Readonly<Record<string, unknown>>): (given: JsonObject) => ResolvedArguments {
  const ajv = /draft-0[467]/.test(String(schema.$schema ?? '')) ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv, { mode: 'fast' });
  const validate = ajv.compile(schema);
  return (given) => {
    const resolved = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
    if (validate(resolved)) return { ok: true, arguments: resolved as JsonObject };
    return { ok: false, errors: validate.errors!.slice(0, limits.argumentErrorsMax).map(describe) };
  };
}

/** `path: message`, the path written as in JavaScript; the offending key is named. */
function describe({ instancePath, message, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.') || '(arguments)';
  const extra = 'additionalProperty' in params ? `: ${String(params.additionalProperty)}` : '';
  return `${path}: ${message!}${extra}`;
}
