import { filters } from './filters.ts';
import { isMachinery } from './is-machinery.ts';
import { templateLimits } from './limits.ts';
import { shownName, templateFailure } from './template-failure.ts';
import {
  type BinaryOperator,
  binaryOperators,
  type Expression,
  type Statement,
  type Template,
} from './template-tree.ts';
import { tests } from './tests.ts';

/** A node as the parser made it: `type` says what it is, the rest is looked at with care. */
type Node = { readonly type: string; readonly [key: string]: unknown };

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ...(['true', 'True'] as const).map((name) => [name, true] as const),
  ...(['false', 'False'] as const).map((name) => [name, false] as const),
  ...(['none', 'None'] as const).map((name) => [name, null] as const),
]);

/** Names that always mean the same: an argument or a variable of that name does not stand in front of them. */
const reserved: ReadonlySet<string> = new Set(['args', 'upstream_token', 'loop', ...constants.keys()]);

/** Translates the parser's tree into one that has only known nodes, and collects what it reads. */
export function closeTree(program: unknown): Omit<Template, 'text'> {
  const closer = new TreeCloser();
  const statements = closer.block((program as Node).body as Node[], new Set());
  return {
    statements,
    argumentNames: closer.argumentNames,
    usesAllArguments: closer.usesAllArguments,
    usesToken: closer.usesToken,
  };
}

/** Names that stand for something at a place of the template: of `set` and of loops. */
type Names = Set<string>;

class TreeCloser {
  readonly argumentNames = new Set<string>();
  usesAllArguments = false;
  usesToken = false;
  #nodes = 0;
  #depth = 0;

  /** A `set` is known to what follows it, so the statements are read in their order. */
  block(nodes: readonly Node[], names: Names): Statement[] {
    return nodes
      .filter(({ type }) => type !== 'Comment')
      .map((node) => this.#nested(() => this.#statement(node, names)));
  }

  #nested<T>(read: () => T): T {
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#nodes > templateLimits.nodesMax)
      throw templateFailure(`The template has more than ${templateLimits.nodesMax} parts.`);
    if (this.#depth > templateLimits.nestingMax)
      throw templateFailure(`The template is nested more than ${templateLimits.nestingMax} deep.`);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #statement(node: Node, names: Names): Statement {
    switch (node.type) {
      // A text that is written as an expression is the template's own text too.
      case 'StringLiteral':
        return { type: 'text', text: node.value as string };
      case 'If':
        return this.#if(node, names);
      case 'For':
        return this.#for(node, names);
      case 'Set':
        return this.#set(node, names);
      default:
        return { type: 'output', expression: this.#expression(node, names) };
    }
  }

  #if(node: Node, names: Names): Statement {
    const condition = this.#expression(node.test as Node, names);
    const chosen = this.block(node.body as Node[], names);
    return { type: 'if', condition, chosen, otherwise: this.block(node.alternate as Node[], names) };
  }

  #for(node: Node, names: Names): Statement {
    const variables = node.loopvar as Node;
    const given = variables.type === 'TupleLiteral' ? (variables.value as Node[]) : [variables];
    if (given.length > 2) throw templateFailure('A loop has one name, or two for the names and values of an object.');
    const loopNames = given.map((name) => newName(name));
    const source = node.iterable as Node;
    const inner = new Set([...names, ...loopNames]);
    const isSelected = source.type === 'SelectExpression';
    const iterable = this.#expression((isSelected ? source.lhs : source) as Node, names);
    const only = isSelected ? this.#expression(source.test as Node, inner) : null;
    const body = this.block(node.body as Node[], new Set([...inner, 'loop']));
    const otherwise = this.block(node.defaultBlock as Node[], new Set(names));
    return { type: 'for', names: loopNames, iterable, only, body, otherwise };
  }

  #set(node: Node, names: Names): Statement {
    if (node.value === null)
      throw templateFailure('The template uses {% set %} with a body. Write {% set name = … %}.');
    const value = this.#expression(node.value as Node, names);
    const name = newName(node.assignee as Node);
    names.add(name);
    return { type: 'set', name, value };
  }

  #expression(node: Node, names: Names): Expression {
    return this.#nested(() => this.#known(node, names));
  }

  #known(node: Node, names: Names): Expression {
    const inner = (part: unknown): Expression => this.#expression(part as Node, names);
    switch (node.type) {
      case 'StringLiteral':
      case 'IntegerLiteral':
      case 'FloatLiteral':
        return { type: 'literal', value: node.value as string | number };
      case 'ArrayLiteral':
      case 'TupleLiteral':
        return { type: 'list', items: (node.value as Node[]).map(inner) };
      case 'ObjectLiteral': {
        const entries = [...(node.value as Map<Node, Node>)].map(([key, value]) => [inner(key), inner(value)] as const);
        return { type: 'mapping', entries };
      }
      case 'Identifier':
        return this.#name(node.value as string, names);
      case 'MemberExpression':
        return this.#member(node, names);
      case 'BinaryExpression':
        return { type: 'binary', operator: operatorOf(node), left: inner(node.left), right: inner(node.right) };
      case 'UnaryExpression':
        return { type: 'unary', operator: signOf(node), operand: inner(node.argument) };
      case 'Ternary': {
        const [condition, chosen, otherwise] = [inner(node.condition), inner(node.trueExpr), inner(node.falseExpr)];
        return { type: 'choice', condition, chosen, otherwise };
      }
      case 'SelectExpression':
        return { type: 'choice', condition: inner(node.test), chosen: inner(node.lhs), otherwise: null };
      case 'FilterExpression':
        return this.#filter(node, names);
      case 'TestExpression':
        return this.#test(node, names);
      case 'CallExpression':
        return uuidCall(node);
      default:
        throw templateFailure(`The template uses ${constructName(node.type)}, which is not known here.`);
    }
  }

  #name(name: string, names: Names): Expression {
    refuseMachinery(name);
    const constant = constants.get(name);
    if (constant !== undefined) return { type: 'literal', value: constant };
    if (names.has(name)) return { type: 'variable', name };
    if (name === 'loop') throw templateFailure('loop is known only inside a loop.');
    if (name === 'upstream_token') this.usesToken = true;
    else if (name === 'args') this.usesAllArguments = true;
    else this.argumentNames.add(name);
    return { type: 'name', name };
  }

  #member(node: Node, names: Names): Expression {
    const property = node.property as Node;
    if (property.type === 'SliceExpression')
      throw templateFailure('The template uses a slice, which is not known here.');
    const named: Expression =
      node.computed === true || property.type === 'IntegerLiteral'
        ? this.#expression(property, names)
        : { type: 'literal', value: property.value as string };
    if (named.type === 'literal') refuseMachinery(named.value);
    const object = node.object as Node;
    // `args.name` reads one argument, not all of them.
    if (object.type === 'Identifier' && object.value === 'args' && named.type === 'literal') {
      this.argumentNames.add(String(named.value));
      return { type: 'member', object: { type: 'name', name: 'args' }, property: named };
    }
    return { type: 'member', object: this.#expression(object, names), property: named };
  }

  #filter(node: Node, names: Names): Expression {
    const called = node.filter as Node;
    const isCall = called.type === 'CallExpression';
    const name = ((isCall ? called.callee : called) as Node).value;
    const filter = typeof name === 'string' ? filters.get(name) : undefined;
    if (filter === undefined || typeof name !== 'string')
      throw templateFailure(`The filter ${shownName(String(name))} is not known. Known are: ${listed(filters)}.`);
    const operand = this.#expression(node.operand as Node, names);
    const parameters = this.#parameters(isCall ? (called.args as Node[]) : [], filter.parameters, name, names);
    if (parameters.slice(0, filter.required).some((given) => given == null) || parameters.length < filter.required)
      throw templateFailure(`The filter ${name} needs ${filter.required} parameters.`);
    return { type: 'filter', name, filter, operand, parameters };
  }

  #parameters(given: readonly Node[], known: readonly string[], filter: string, names: Names): (Expression | null)[] {
    const parameters: (Expression | null)[] = [];
    for (const [position, node] of given.entries()) {
      const isNamed = node.type === 'KeywordArgumentExpression';
      const at = isNamed ? known.indexOf((node.key as Node).value as string) : position;
      if (at < 0 || at >= known.length || parameters[at] != null)
        throw templateFailure(`The filter ${filter} takes ${known.length === 0 ? 'no parameters' : known.join(', ')}.`);
      while (parameters.length <= at) parameters.push(null);
      parameters[at] = this.#expression((isNamed ? node.value : node) as Node, names);
    }
    return parameters;
  }

  #test(node: Node, names: Names): Expression {
    const name = (node.test as Node).value as string;
    const test = tests.get(name.toLowerCase());
    if (test === undefined)
      throw templateFailure(`The test ${shownName(name)} is not known. Known are: ${listed(tests)}.`);
    const operand = this.#expression(node.operand as Node, names);
    return { type: 'test', name, test, operand, isNegated: node.negate === true };
  }
}

/** A name that `set` or a loop gives a meaning to. */
function newName(node: Node): string {
  if (node.type !== 'Identifier') throw templateFailure('Only a plain name can be given a value.');
  const name = node.value as string;
  if (reserved.has(name)) throw templateFailure(`The name ${shownName(name)} has a meaning of its own. Take another.`);
  refuseMachinery(name);
  return name;
}

function operatorOf(node: Node): BinaryOperator {
  const { value } = node.operator as { readonly value: string };
  const operator = binaryOperators.find((known) => known === value);
  if (operator === undefined) throw templateFailure(`The operator ${shownName(value)} is not known here.`);
  return operator;
}

function signOf(node: Node): 'not' | '-' | '+' {
  const { value } = node.operator as { readonly value: string };
  if (value === 'not' || value === '-' || value === '+') return value;
  throw templateFailure(`The operator ${shownName(value)} is not known here.`);
}

function uuidCall(node: Node): Expression {
  const callee = node.callee as Node;
  if (callee.type === 'Identifier' && callee.value === 'uuid' && (node.args as Node[]).length === 0)
    return { type: 'uuid' };
  throw templateFailure('The template calls something. Only uuid() can be called.');
}

/** Only own properties are ever read; asking for these by name is never meant well. */
function refuseMachinery(name: unknown): void {
  if (typeof name === 'string' && isMachinery(name))
    throw templateFailure(`The template asks for ${shownName(name)}. Such names are refused.`);
}

function constructName(type: string): string {
  const words: Readonly<Record<string, string>> = {
    Macro: '{% macro %}',
    CallStatement: '{% call %}',
    FilterStatement: '{% filter %}',
    Break: '{% break %}',
    Continue: '{% continue %}',
  };
  return words[type] ?? type;
}

function listed(known: ReadonlyMap<string, unknown>): string {
  return [...known.keys()].sort().join(', ');
}
