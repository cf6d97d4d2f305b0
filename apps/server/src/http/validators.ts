import { CountersignError } from '@countersign/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { limits } from '../limits.ts';

const options = { allErrors: true, useDefaults: true, strict: false, ownProperties: true } as const;

/** Bodies are taken as they are; only what travels as text (path, query, headers) is read as numbers and booleans. */
const bodies = new Ajv2020(options);
const texts = new Ajv2020({ ...options, coerceTypes: true });
addFormats.default(bodies);
addFormats.default(texts);

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? bodies : texts).compile(schema);
  return (value: unknown) => (validate(value) ? { value } : { error: invalidRequest(validate) });
};

export function compileMessage(schema: object): ValidateFunction {
  return bodies.compile(schema);
}

export function invalidRequest(validate: ValidateFunction): CountersignError {
  const errors = (validate.errors ?? []).slice(0, limits.validationErrorsMax).map(describe);
  return new CountersignError('invalid_request', `Correct the request: ${errors.join('; ')}.`, { errors });
}

function describe({ instancePath, message, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.') || '(request)';
  if ('additionalProperty' in params) return `${path}: there is no field "${String(params.additionalProperty)}"`;
  if ('allowedValues' in params) return `${path}: must be one of ${(params.allowedValues as string[]).join(', ')}`;
  return `${path}: ${message ?? 'is not valid'}`;
}
