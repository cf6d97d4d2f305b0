import { quoteWord } from '../display/quote-word.ts';
import type { Outcome } from '../verdict.ts';
import type { Match } from './policy-file.ts';

const verbs: Readonly<Record<Outcome, string>> = { allow: 'allows', ask: 'asks about', deny: 'denies' };

/** The sentence of a rule that has none of its own, made from what it matches. */
export function describeMatch(match: Match, outcome: Outcome): string {
  const parts = Object.entries(match).map(([name, given]) => {
    if (name === 'argument')
      return Object.entries(given as object).map(([key, value]) => `${quoteWord(key)} = ${choices(value)}`);
    if (name === 'effect') return [`effect ${[given].flat().map(effectText).join(' or ')}`];
    return [`${name} ${choices(given)}`];
  });
  return `The policy ${verbs[outcome]} ${parts.flat().join(', ')}.`;
}

function choices(given: unknown): string {
  const words = [given]
    .flat()
    .map((each) => (typeof each === 'string' && /^[\w*/.-]+$/.test(each) ? each : quoteWord(each)));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function effectText(given: unknown): string {
  if (typeof given === 'string') return given;
  return Object.entries(given as object)
    .map(([kind, targets]) => `${kind} ${choices(targets)}`)
    .join(' or ');
}
