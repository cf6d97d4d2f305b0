import { makeVisible } from '@countersign/policy';
import { UpstreamFailure } from '../upstream-failure.ts';
import { templateLimits } from './limits.ts';

/** What is wrong with a template, or with what it was given. */
export function templateFailure(message: string): UpstreamFailure {
  return new UpstreamFailure('template_error', message);
}

/** A name as messages repeat it: one line, cut, nothing hidden. */
export function shownName(name: string): string {
  const cut = name.slice(0, templateLimits.shownNameLengthMax).toWellFormed();
  return makeVisible(cut.replaceAll('\n', ' ')) + (cut.length < name.length ? '…' : '');
}
