import type { JsonObject } from '@countersign/contract';
import { shownName } from '../template/template-failure.ts';
import { isMapping } from '../template/template-value.ts';
import { isAuthorityHeader, isHeaderName } from './header-names.ts';
import { checkHeaderValue } from './header-value.ts';
import { requestLimits } from './limits.ts';
import { refusedValue } from './refused-value.ts';
import type { Header } from './rendered-request.ts';

/** Headers that the argument `headers` adds, where the tool lets it; none that carries authority or frames the request. */
export function passedHeaders(args: JsonObject): Header[] {
  const given = Object.hasOwn(args, 'headers') ? args.headers! : null;
  if (given === null) return [];
  if (!isMapping(given)) throw refusedValue('The argument headers must be an object of texts.');
  const entries = Object.entries(given);
  if (entries.length > requestLimits.passedHeadersMax)
    throw refusedValue(`The argument headers has more than ${requestLimits.passedHeadersMax} members.`);
  return entries.map(([name, value]) => {
    if (!isHeaderName(name)) throw refusedValue(`"${shownName(name)}" cannot be the name of a header.`);
    if (isAuthorityHeader(name)) throw refusedValue(`The header ${name} cannot be given by an argument.`);
    if (typeof value !== 'string') throw refusedValue(`The header ${name} must be a text.`);
    return [name, checkHeaderValue(name, value)];
  });
}
