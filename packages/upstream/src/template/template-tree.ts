import type { JsonValue } from '@countersign/contract';
import type { Filter } from './filters.ts';
import type { Test } from './tests.ts';

/** All that an expression can be. There is no node that calls something, so no value can be made to run. */
export type Expression =
  | { readonly type: 'literal'; readonly value: JsonValue }
  /** An argument, or `args` or `upstream_token`. */
  | { readonly type: 'name'; readonly name: string }
  /** Of `set` or a loop; never an argument, also where it was not set. */
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'member'; readonly object: Expression; readonly property: Expression }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'mapping'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly type: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly type: 'choice';
      readonly condition: Expression;
      readonly chosen: Expression;
      /** Undefined where it is missing. */
      readonly otherwise: Expression | null;
    }
  | {
      readonly type: 'filter';
      readonly name: string;
      readonly filter: Filter;
      readonly operand: Expression;
      /** By position; null where it was left out. */
      readonly parameters: readonly (Expression | null)[];
    }
  | {
      readonly type: 'test';
      readonly name: string;
      readonly test: Test;
      readonly operand: Expression;
      readonly isNegated: boolean;
    }
  | { readonly type: 'uuid' };

export const binaryOperators = [
  ...['and', 'or', 'in', 'not in', '==', '!=', '<', '<=', '>', '>=', '~', '+', '-', '*', '/', '//', '%'],
] as const;
export type BinaryOperator = (typeof binaryOperators)[number];
type UnaryOperator = 'not' | '-' | '+';

export type Statement =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'output'; readonly expression: Expression }
  | {
      readonly type: 'if';
      readonly condition: Expression;
      readonly chosen: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly type: 'for';
      /** One name, or two for the names and values of a mapping. */
      readonly names: readonly string[];
      readonly iterable: Expression;
      /** `for … in … if …` */
      readonly only: Expression | null;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly type: 'set'; readonly name: string; readonly value: Expression };

/** A template that was looked through: everything in it is known and harmless. */
export type Template = {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** Arguments that it reads, so that they can be compared with the schema. */
  readonly argumentNames: ReadonlySet<string>;
  /** Whether it reads all arguments at once, as `args`. */
  readonly usesAllArguments: boolean;
  readonly usesToken: boolean;
};
