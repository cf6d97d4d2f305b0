import { canonicalJson, type GrantMatcher, type GrantScope } from '@countersign/contract';
import type { Part } from '../judgement/part.ts';
import { type CallToCover, grantCovers, placeOf } from './grant-covers.ts';

export type GrantOffer = { readonly scope: Exclude<GrantScope, 'call'>; readonly matcher: GrantMatcher };

type RiskMax = 'MEDIUM' | 'HIGH';

/**
 * A2: what a person could remember of a decision on this call, from narrow to wide. Each would let the very same call
 * through. Interpreters, wrappers, inline code and whatever is not known before it runs have nothing between "this call"
 * and "everything"; of a HIGH call only the very same words can be remembered.
 */
export function grantOffers(call: CallToCover): readonly GrantOffer[] {
  const { rulings, judgement } = call.verdict;
  const asked = rulings.filter((ruling) => ruling.outcome === 'ask' && ruling.part !== null);
  const parts = asked.map((ruling) => judgement.parts[ruling.part!]!).filter((part) => part.command !== 'cd');
  const riskMax: RiskMax = asked.some((ruling) => ruling.risk === 'HIGH') ? 'HIGH' : 'MEDIUM';
  const offers: GrantOffer[] = [
    ...(parts.length === 0 || !parts.every((part) => part.isRememberable) ? [] : classes(call, parts, riskMax)),
    { scope: 'session', matcher: { kind: 'everything' } },
  ];
  return offers.filter(
    (offer, index) =>
      grantCovers(offer.matcher, call) && !offers.slice(0, index).some((earlier) => isEqual(earlier, offer)),
  );
}

function classes(call: CallToCover, parts: readonly Part[], riskMax: RiskMax): GrantOffer[] {
  if (parts.every((part) => part.command !== null)) return commandClasses(parts, riskMax);
  // Whatever is no command is a call of one part, which uses one path or none that is known.
  const use = parts[0]!.paths[0];
  if (use === undefined) return toolClasses(call, riskMax);
  const exact: GrantOffer = {
    scope: 'exact',
    matcher: { kind: 'file', access: use.access, path: placeOf(use), risk_max: riskMax },
  };
  if (riskMax === 'HIGH') return [exact];
  const place = placeOf(use);
  const root = place.slice(0, place.length - use.path.length);
  const folder = use.path.slice(0, use.path.lastIndexOf('/') + 1);
  const top = use.path.slice(0, use.path.indexOf('/') + 1);
  const under = (scope: 'class' | 'family', name: string): GrantOffer[] =>
    name === ''
      ? []
      : [{ scope, matcher: { kind: 'folder', access: use.access, folder: `${root}${name}`, risk_max: riskMax } }];
  return [exact, ...under('class', folder), ...under('family', top)];
}

/** A HIGH call of a tool stands for itself alone; one of MEDIUM risk also for others of the same tool. */
function toolClasses({ toolName, toolVersion, arguments: args }: CallToCover, riskMax: RiskMax): GrantOffer[] {
  const tool = { tool_name: toolName, tool_version: toolVersion, risk_max: riskMax };
  const exact: GrantOffer = { scope: 'exact', matcher: { kind: 'request', arguments: canonicalJson(args), ...tool } };
  return riskMax === 'HIGH' ? [exact] : [exact, { scope: 'class', matcher: { kind: 'tool', ...tool } }];
}

function commandClasses(parts: readonly Part[], riskMax: RiskMax): GrantOffer[] {
  const lines = parts.map(({ argv }) => [...argv!]);
  const exact: GrantOffer = { scope: 'exact', matcher: { kind: 'lines', lines, risk_max: riskMax } };
  if (riskMax === 'HIGH') return [exact];
  const named = (withSubcommand: boolean) => {
    const commands = new Map(
      parts.map(({ command, subcommand }) => {
        const kept = withSubcommand ? subcommand : null;
        return [`${command} ${kept}`, { command: command!, subcommand: kept }];
      }),
    );
    return { kind: 'commands' as const, commands: [...commands.values()], risk_max: riskMax };
  };
  return [exact, { scope: 'class', matcher: named(true) }, { scope: 'family', matcher: named(false) }];
}

function isEqual(one: GrantOffer, other: GrantOffer): boolean {
  return JSON.stringify(one.matcher) === JSON.stringify(other.matcher);
}
