import { isList, isMapping, plain, type TemplateValue } from './template-value.ts';

/** A claim about a value that `is` asks for. */
export type Test = (value: TemplateValue | undefined) => boolean;

const ofValue =
  (claim: (value: ReturnType<typeof plain>) => boolean): Test =>
  (value) =>
    value !== undefined && claim(plain(value));

export const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (value) => value !== undefined],
  ['undefined', (value) => value === undefined],
  ['none', ofValue((value) => value === null)],
  ['string', ofValue((value) => typeof value === 'string')],
  ['number', ofValue((value) => typeof value === 'number')],
  ['integer', ofValue((value) => Number.isInteger(value))],
  ['float', ofValue((value) => typeof value === 'number' && !Number.isInteger(value))],
  ['boolean', ofValue((value) => typeof value === 'boolean')],
  ['true', ofValue((value) => value === true)],
  ['false', ofValue((value) => value === false)],
  ['mapping', ofValue(isMapping)],
  ['sequence', ofValue((value) => isList(value) || typeof value === 'string')],
  ['iterable', ofValue((value) => isList(value) || isMapping(value) || typeof value === 'string')],
]);
