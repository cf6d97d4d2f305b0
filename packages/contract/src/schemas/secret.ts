import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Strict, Timestamp } from './primitives.ts';
import { SecretName } from './source-names.ts';

export const SecretView = Strict({ name: SecretName, created_at: Timestamp, updated_at: Timestamp });
export type SecretView = Static<typeof SecretView>;
export const PutSecretRequest = Strict({ value: Type.String({ minLength: 1, maxLength: limits.secretLengthMax }) });
