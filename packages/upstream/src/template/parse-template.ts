import { parse, tokenize } from '@huggingface/jinja';
import { UpstreamFailure } from '../upstream-failure.ts';
import { closeTree } from './close-tree.ts';
import { templateLimits } from './limits.ts';
import { shownName, templateFailure } from './template-failure.ts';
import type { Template } from './template-tree.ts';

const parsed = new Map<string, Template>();

/** A template, looked through and refused where it holds anything that is not known. Parsed once for each text. */
export function parseTemplate(text: string): Template {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const template = parseAnew(text);
  if (parsed.size >= templateLimits.cachedMax) parsed.delete(parsed.keys().next().value!);
  parsed.set(text, template);
  return template;
}

function parseAnew(text: string): Template {
  if (text.length > templateLimits.lengthMax)
    throw templateFailure(`The template has more than ${templateLimits.lengthMax} characters.`);
  refuseLongBlanks(text);
  refuseGeneration(text);
  try {
    return { text, ...closeTree(parse(tokenize(text))) };
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error;
    throw templateFailure(`The template cannot be read: ${reasonOf(error)}`);
  }
}

/** The tokenizer's own pattern takes time that grows with the square of a run of blanks. */
function refuseLongBlanks(text: string): void {
  let run = 0;
  for (const character of text) {
    run = character.trim() === '' ? run + 1 : 0;
    if (run > templateLimits.blanksInARowMax)
      throw templateFailure(`The template has more than ${templateLimits.blanksInARowMax} blanks in a row.`);
  }
}

/** The tokenizer drops these tags without a word; here every tag is known or refused. */
function refuseGeneration(text: string): void {
  for (let at = text.indexOf('{%'); at >= 0; at = text.indexOf('{%', at + 2)) {
    const tag = text.slice(at + 2, at + 2 + templateLimits.blanksInARowMax + 20).replace(/^-/, '');
    if (/^(end)?generation\b/.test(tag.trimStart()))
      throw templateFailure('The template uses {% generation %}, which is not known here.');
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply.';
  // A missing token is met as a property of undefined.
  if (error instanceof TypeError) return 'it ends before a tag or an expression does.';
  return `${shownName((error as Error).message.replace(/^Parser Error: /, ''))}.`;
}
