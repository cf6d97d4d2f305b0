import type { JsonObject, JsonValue } from '@countersign/contract';
import { Budget } from './budget.ts';
import { isMachinery } from './is-machinery.ts';
import { operators } from './operators.ts';
import { shownName, templateFailure } from './template-failure.ts';
import type { Expression, Statement, Template } from './template-tree.ts';
import {
  Encoded,
  exactNumber,
  isList,
  isMapping,
  isTruthy,
  type Piece,
  plain,
  type TemplateValue,
} from './template-value.ts';

/** All that a template can see. */
export type TemplateContext = {
  readonly args: JsonObject;
  /** Null where the source has none: then it is as undefined as any other name. */
  readonly upstreamToken: string | null;
  readonly uuid: () => string;
};

/** What the template writes, with its own text and values of others kept apart. */
export function renderTemplate(template: Template, context: TemplateContext): Piece[] {
  const rendering = new Rendering(context);
  rendering.run(template.statements, null);
  return rendering.pieces;
}

/** Variables of `set` and of loops, innermost first. */
type Scope = { readonly variables: Map<string, TemplateValue>; readonly outer: Scope | null };

class Rendering {
  readonly pieces: Piece[] = [];
  readonly #context: TemplateContext;
  readonly #budget = new Budget();

  constructor(context: TemplateContext) {
    this.#context = context;
  }

  run(statements: readonly Statement[], outer: Scope | null): void {
    this.#all(statements, { variables: new Map(), outer });
  }

  #all(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) this.#statement(statement, scope);
  }

  #statement(statement: Statement, scope: Scope): void {
    this.#budget.step();
    switch (statement.type) {
      case 'text':
        this.#budget.output(statement.text.length);
        this.pieces.push({ kind: 'text', text: statement.text });
        return;
      case 'output': {
        const value = this.#value(statement.expression, scope);
        if (typeof value === 'string') this.#budget.output(value.length);
        if (value instanceof Encoded) this.#budget.output(value.text.length);
        this.pieces.push({ kind: 'value', value });
        return;
      }
      case 'if':
        this.#all(isTruthy(this.#value(statement.condition, scope)) ? statement.chosen : statement.otherwise, scope);
        return;
      case 'for':
        this.#for(statement, scope);
        return;
      case 'set':
        scope.variables.set(statement.name, this.#value(statement.value, scope));
    }
  }

  #for({ names, iterable, only, body, otherwise }: Statement & { type: 'for' }, scope: Scope): void {
    const rounds = this.#rounds(plain(this.#value(iterable, scope)), names)
      .map((variables): Scope => ({ variables, outer: scope }))
      .filter((round) => only === null || isTruthy(this.#value(only, round)));
    if (rounds.length === 0) this.run(otherwise, scope);
    for (const [index, round] of rounds.entries()) {
      round.variables.set('loop', loopOf(index, rounds.length));
      this.#all(body, round);
    }
  }

  /** What each name stands for in each round. */
  #rounds(items: JsonValue, names: readonly string[]): Map<string, TemplateValue>[] {
    const [first, second] = names;
    if (isMapping(items)) {
      this.#budget.iterate(Object.keys(items).length);
      return Object.entries(items).map(
        ([key, value]) =>
          new Map<string, TemplateValue>(
            second === undefined
              ? [[first!, key]]
              : ([
                  [first!, key],
                  [second, value],
                ] as const),
          ),
      );
    }
    if (!isList(items)) throw templateFailure('A loop needs a list or an object to go over.');
    this.#budget.iterate(items.length);
    return items.map((item) => {
      if (second === undefined) return new Map([[first!, item]]);
      if (!isList(item) || item.length !== 2) throw templateFailure('A loop with two names needs pairs to go over.');
      return new Map([
        [first!, item[0]!],
        [second, item[1]!],
      ]);
    });
  }

  /** A value that is there: what is undefined can only be asked about. */
  #value(expression: Expression, scope: Scope): TemplateValue {
    const value = this.#evaluate(expression, scope);
    if (value === undefined) throw templateFailure(`${described(expression)} is not defined. Give it, or use default.`);
    return value;
  }

  #evaluate(expression: Expression, scope: Scope): TemplateValue | undefined {
    this.#budget.step();
    switch (expression.type) {
      case 'literal':
        return expression.value;
      case 'uuid':
        return this.#context.uuid();
      case 'name':
        return this.#given(expression.name);
      case 'variable':
        return variableOf(expression.name, scope);
      case 'member':
        return memberOf(this.#evaluate(expression.object, scope), plain(this.#value(expression.property, scope)));
      case 'list':
        return expression.items.map((item) => plain(this.#value(item, scope)));
      case 'mapping':
        return this.#mapping(expression, scope);
      case 'unary':
        return this.#unary(expression, scope);
      case 'binary':
        return this.#binary(expression, scope);
      case 'choice':
        return this.#choice(expression, scope);
      case 'test':
        return expression.test(this.#evaluate(expression.operand, scope)) !== expression.isNegated;
      case 'filter':
        return this.#filter(expression, scope);
    }
  }

  #given(name: string): TemplateValue | undefined {
    const { args, upstreamToken } = this.#context;
    if (name === 'upstream_token') return upstreamToken ?? undefined;
    if (name === 'args') return args;
    return Object.hasOwn(args, name) ? args[name] : undefined;
  }

  #mapping({ entries }: Expression & { type: 'mapping' }, scope: Scope): JsonValue {
    const made = entries.map(([key, value]) => {
      const name = plain(this.#value(key, scope));
      if (typeof name !== 'string') throw templateFailure('Names of an object are texts.');
      return [name, plain(this.#value(value, scope))] as const;
    });
    return Object.fromEntries(made);
  }

  #unary({ operator, operand }: Expression & { type: 'unary' }, scope: Scope): TemplateValue {
    const value = this.#value(operand, scope);
    if (operator === 'not') return !isTruthy(value);
    if (typeof value !== 'number') throw templateFailure('Only a number has a sign.');
    return exactNumber(operator === '-' ? -value : value);
  }

  #binary({ operator, left, right }: Expression & { type: 'binary' }, scope: Scope): TemplateValue {
    const first = this.#value(left, scope);
    if (operator === 'and') return isTruthy(first) ? this.#value(right, scope) : first;
    if (operator === 'or') return isTruthy(first) ? first : this.#value(right, scope);
    return operators[operator](plain(first), plain(this.#value(right, scope)), this.#budget);
  }

  #choice({ condition, chosen, otherwise }: Expression & { type: 'choice' }, scope: Scope): TemplateValue | undefined {
    if (isTruthy(this.#value(condition, scope))) return this.#evaluate(chosen, scope);
    return otherwise === null ? undefined : this.#evaluate(otherwise, scope);
  }

  #filter({ filter, operand, parameters }: Expression & { type: 'filter' }, scope: Scope): TemplateValue | undefined {
    const value = filter.takesUndefined ? this.#evaluate(operand, scope) : this.#value(operand, scope);
    const given = parameters.map((parameter) => (parameter === null ? undefined : this.#value(parameter, scope)));
    return filter.apply(value, given, this.#budget);
  }
}

function variableOf(name: string, scope: Scope): TemplateValue | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const value = at.variables.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Own members only; what is not there, or is no object, has none. */
function memberOf(object: TemplateValue | undefined, property: JsonValue): JsonValue | undefined {
  if (object === undefined) return undefined;
  if (isList(object) && typeof property === 'number') return object.at(property);
  if (isMapping(object) && typeof property === 'string' && !isMachinery(property) && Object.hasOwn(object, property))
    return object[property];
  return undefined;
}

function loopOf(index: number, length: number): JsonObject {
  return {
    index: index + 1,
    index0: index,
    revindex: length - index,
    revindex0: length - index - 1,
    first: index === 0,
    last: index === length - 1,
    length,
  };
}

/** The part of the template that a message is about; it is the template's own text, never a value. */
function described(expression: Expression): string {
  if (expression.type === 'name' || expression.type === 'variable') return `"${shownName(expression.name)}"`;
  if (expression.type === 'member' && expression.property.type === 'literal')
    return `"${shownName(String(expression.property.value))}"`;
  return 'A value';
}
