import { importLimits } from '../inventory/limits.ts';

/** Words that mean something in a template, whatever arguments there are. */
const reserved = new Set([
  ...[
    'args',
    'upstream_token',
    'uuid',
    'true',
    'false',
    'none',
    'null',
    'not',
    'in',
    'is',
    'and',
    'or',
    'if',
    'else',
    'elif',
  ],
  ...['for', 'endfor', 'endif', 'set', 'loop', 'self', 'caller', 'range', 'namespace', 'True', 'False', 'None'],
  ...['__proto__', 'constructor', 'prototype', 'response'],
]);

/** Names of arguments that can stand in a template, each once, regardless of upper and lower case. */
export class ArgumentNames {
  readonly #taken = new Set<string>();

  /** `place` tells two of the same name apart: the `id` of the path and the `id_query` of the query. */
  take(name: string, place: string): string {
    const plain = identifier(name);
    for (let count = 1; ; count += 1) {
      const wanted = count === 1 ? plain : count === 2 ? `${plain}_${place}` : `${plain}_${place}_${count}`;
      const key = wanted.toLowerCase();
      if (this.#taken.has(key) || reserved.has(wanted)) continue;
      this.#taken.add(key);
      return wanted;
    }
  }
}

const suffixLengthMax = 16;

function identifier(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const begun = /^[A-Za-z]/.test(safe) ? safe : `p_${safe}`;
  return begun.slice(0, importLimits.argumentNameLengthMax - suffixLengthMax);
}
