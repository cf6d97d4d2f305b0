import { type Static, type TArray, type TNull, type TSchema, type TString, type TUnion, Type } from 'typebox';
import { UUID_PATTERN } from '../ids.ts';
import { limits } from '../limits.ts';

export const Uuid = Type.String({ pattern: UUID_PATTERN, description: 'UUID, lower case' });

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });

export const RiskLevel = Type.Union([Type.Literal('LOW'), Type.Literal('MEDIUM'), Type.Literal('HIGH')]);
export type RiskLevel = Static<typeof RiskLevel>;

/** Text that every database can hold: no NUL, no half of a surrogate pair. */
export function PlainText(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ pattern: '^[^\\u0000\\ud800-\\udfff]*$', ...options });
}

/** Any JSON object; what may be in it is said by the tool's own schema. */
export const FreeObject = Type.Record(Type.String(), Type.Unknown());

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** An object that refuses unknown keys: a misspelt field is an error, never ignored. */
export function Strict<T extends Record<string, TSchema>>(properties: T, options: { description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageSizeMax, default: limits.pageSizeDefault })),
  cursor: Type.Optional(Type.String({ pattern: UUID_PATTERN, description: 'next_cursor of the page before' })),
};

/** The name a page's list goes by, and the cursor of the page after it. */
export function Page<Name extends string, T extends TSchema>(name: Name, item: T) {
  const properties = { [name]: Type.Array(item), next_cursor: Nullable(Type.String()) };
  return Type.Object(properties as Record<Name, TArray<T>> & { next_cursor: TUnion<[TString, TNull]> }, {
    additionalProperties: false,
  });
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
