import type { Piece } from '../template/template-value.ts';
import type { BodyKind } from './body-kind.ts';
import { formBody } from './form-body.ts';
import { jsonBody } from './json-body.ts';
import { otherBody, textBody } from './text-body.ts';
import { xmlBody } from './xml-body.ts';

/** A body as its template says, with each value written for the place where it stands. */
export function templateBody(kind: BodyKind, pieces: readonly Piece[]): string {
  return (writers[kind] ?? otherBody)(pieces);
}

/** Bytes and parts are never templates. */
const writers: Readonly<Partial<Record<BodyKind, (pieces: readonly Piece[]) => string>>> = {
  json: jsonBody,
  form: formBody,
  xml: xmlBody,
  text: textBody,
};
