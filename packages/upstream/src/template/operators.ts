import type { JsonValue } from '@countersign/contract';
import type { Budget } from './budget.ts';
import { templateLimits } from './limits.ts';
import { templateFailure } from './template-failure.ts';
import type { BinaryOperator } from './template-tree.ts';
import { exactNumber, isList, isMapping, isSame, textOf } from './template-value.ts';

type Eager = Exclude<BinaryOperator, 'and' | 'or'>;
type Operate = (left: JsonValue, right: JsonValue, budget: Budget) => JsonValue;

/** What an operator makes of two values that are there. */
export const operators: Readonly<Record<Eager, Operate>> = {
  '==': isSame,
  '!=': (left, right, budget) => !isSame(left, right, budget),
  '<': (left, right, budget) => compareValues(left, right, budget) < 0,
  '<=': (left, right, budget) => compareValues(left, right, budget) <= 0,
  '>': (left, right, budget) => compareValues(left, right, budget) > 0,
  '>=': (left, right, budget) => compareValues(left, right, budget) >= 0,
  in: isIn,
  'not in': (left, right, budget) => !isIn(left, right, budget),
  '~': (left, right, budget) => joined(textOf(left), textOf(right), budget),
  '+': (left, right, budget) =>
    typeof left === 'string' && typeof right === 'string'
      ? joined(left, right, budget)
      : counted(left, right, (a, b) => a + b),
  '-': (left, right) => counted(left, right, (a, b) => a - b),
  '*': (left, right) => counted(left, right, (a, b) => a * b),
  '/': (left, right) => counted(left, right, (a, b) => a / b),
  '//': (left, right) => counted(left, right, (a, b) => Math.floor(a / b)),
  '%': (left, right) => counted(left, right, (a, b) => ((a % b) + b) % b),
};

/** Order of two numbers or two texts; nothing else has one. */
export function compareValues(left: JsonValue, right: JsonValue, budget: Budget): number {
  if (typeof left === 'string' && typeof right === 'string') {
    budget.text(Math.min(left.length, right.length));
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  throw templateFailure('Only two numbers or two texts can be put in order.');
}

function isIn(item: JsonValue, container: JsonValue, budget: Budget): boolean {
  if (isList(container)) return container.some((other) => isSame(item, other, budget));
  if (typeof item !== 'string') throw templateFailure('in needs a list, or a text in a text or an object.');
  if (isMapping(container)) return Object.hasOwn(container, item);
  if (typeof container !== 'string') throw templateFailure('in needs a list, an object or a text to look in.');
  // Looking for one long text in another can take as long as both lengths multiplied.
  const { charactersPerStep } = templateLimits;
  budget.step(Math.ceil(container.length / charactersPerStep) * (1 + Math.ceil(item.length / charactersPerStep)));
  return container.includes(item);
}

function joined(left: string, right: string, budget: Budget): string {
  budget.text(left.length + right.length);
  return left + right;
}

function counted(left: JsonValue, right: JsonValue, make: (left: number, right: number) => number): number {
  if (typeof left !== 'number' || typeof right !== 'number') throw templateFailure('Only numbers can be counted with.');
  const made = make(left, right);
  if (!Number.isFinite(made)) throw templateFailure('A sum has no finite result.');
  return exactNumber(made);
}
