import type { JsonObject } from '@countersign/contract';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
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
  const validate = compile(schema);
  return (given) => {
    const resolved = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
    if (validate(resolved)) return { ok: true, arguments: resolved as JsonObject };
    return { ok: false, errors: validate.errors!.slice(0, limits.argumentErrorsMax).map(describe) };
  };
}

type Draft = { readonly create: () => Ajv; compiler: Ajv | null; uses: number };

/** Making a compiler takes ten times as long as using it: each serves so many schemas before it is left behind. */
const usesMax = 100;
const old: Draft = { create: () => new Ajv(options), compiler: null, uses: 0 };
const recent: Draft = { create: () => new Ajv2020(options), compiler: null, uses: 0 };

function compile(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const draft = /draft-0[467]/.test(String(schema.$schema ?? '')) ? old : recent;
  // What a schema calls itself is remembered by its compiler: no other schema is to be able to refer to that.
  const isNameless = !JSON.stringify(schema).includes('"$id"');
  const compiler = (isNameless ? draft.compiler : null) ?? addFormats.default(draft.create(), { mode: 'fast' });
  if (!isNameless) return compiler.compile(schema);
  // One that fails may leave something behind, so only one that succeeded is used again.
  draft.compiler = null;
  const validate = compiler.compile(schema);
  compiler.removeSchema(schema);
  draft.uses = (draft.uses + 1) % usesMax;
  draft.compiler = draft.uses === 0 ? null : compiler;
  return validate;
}

/** `path: message`, the path written as in JavaScript; the offending key is named. */
function describe({ instancePath, message, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.') || '(arguments)';
  const extra = 'additionalProperty' in params ? `: ${String(params.additionalProperty)}` : '';
  return `${path}: ${message!}${extra}`;
}
