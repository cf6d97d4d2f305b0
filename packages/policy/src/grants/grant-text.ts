import type { GrantMatcher } from '@countersign/contract';
import { makeVisible } from '../display/make-visible.ts';
import { quoteWord } from '../display/quote-word.ts';

/** A2: what a grant allows, in words made from its matcher and from nothing else. */
export function grantText(matcher: GrantMatcher): string {
  return `${matcherText(matcher)} in this session${isClass(matcher) ? upTo(matcher.risk_max) : ''}`;
}

/** Which calls these are, wherever they are made. */
export function matcherText(matcher: GrantMatcher): string {
  switch (matcher.kind) {
    case 'everything':
      return 'Everything';
    case 'tool':
      return `Every call of ${quoteWord(matcher.tool_name)}`;
    case 'request':
      return `${quoteWord(matcher.tool_name)} with exactly ${makeVisible(matcher.arguments)}`;
    case 'lines':
      return `Exactly ${list(matcher.lines.map((line) => line.map(quoteWord).join(' ')))}`;
    case 'commands':
      return list(matcher.commands.map(commandText));
    case 'file':
      return `${verb[matcher.access]} ${quoteWord(matcher.path)}`;
    case 'folder':
      return `${verb[matcher.access]} files under ${quoteWord(matcher.folder)}`;
  }
}

/** Those that cover more than one call; of the others the risk is known. */
function isClass(matcher: GrantMatcher): matcher is Extract<GrantMatcher, { kind: 'tool' | 'commands' | 'folder' }> {
  return matcher.kind === 'tool' || matcher.kind === 'commands' || matcher.kind === 'folder';
}

export const everythingWarning =
  'Whatever this agent asks for in this session will run without asking anyone, until this ends or is revoked.';

export function grantWarning(matcher: GrantMatcher): string | null {
  return matcher.kind === 'everything' ? everythingWarning : null;
}

const verb = { read: 'Reading', write: 'Writing', delete: 'Removing' } as const;

function commandText({
  command,
  subcommand,
}: {
  readonly command: string;
  readonly subcommand: string | null;
}): string {
  const words = subcommand === null ? [command] : [command, ...subcommand.split(' ')];
  return `${words.map(quoteWord).join(' ')}${subcommand === null ? ' commands' : ''}`;
}

/** A class stands for the risk that was seen; what goes beyond it is asked about. */
function upTo(riskMax: 'MEDIUM' | 'HIGH'): string {
  return riskMax === 'MEDIUM' ? ', but nothing of HIGH risk' : '';
}

function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? 'nothing') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
