import { canonicalJson, type GrantMatcher, type JsonObject } from '@countersign/contract';
import { isAbove } from '../judgement/level.ts';
import type { Part } from '../judgement/part.ts';
import type { Ruling, Verdict } from '../verdict.ts';

/** What a remembered decision is held against: the call as it will run, with what was decided about its parts. */
export type CallToCover = {
  readonly toolName: string;
  /** Of the definition by which it was asked: a decision on another one does not stand for it. */
  readonly toolVersion: string;
  readonly arguments: JsonObject;
  readonly verdict: Pick<Verdict, 'judgement' | 'rulings'>;
};

/** A2: whether a remembered decision answers for everything that a person would be asked about. */
export function grantCovers(matcher: GrantMatcher, call: CallToCover): boolean {
  return grantsCover([matcher], call);
}

/** Several remembered decisions may share the parts of one script between them. */
export function grantsCover(matchers: readonly GrantMatcher[], call: CallToCover): boolean {
  const asked = call.verdict.rulings.filter((ruling) => ruling.outcome === 'ask');
  return asked.length > 0 && asked.every((ruling) => matchers.some((matcher) => coversRuling(matcher, call, ruling)));
}

function coversRuling(matcher: GrantMatcher, call: CallToCover, { part: index, risk }: Ruling): boolean {
  if (matcher.kind === 'everything') return true;
  if (matcher.kind === 'tool' || matcher.kind === 'request') {
    return !isAbove(risk, matcher.risk_max) && coversTool(matcher, call);
  }
  // What is said of a script as a whole: a class of commands never stands for loops, functions or hidden characters.
  if (index === null) return risk !== 'HIGH' && (matcher.kind === 'lines' || matcher.kind === 'commands');
  return !isAbove(risk, matcher.risk_max) && coversPart(matcher, call.verdict.judgement.parts[index]!);
}

type ToolMatcher = Extract<GrantMatcher, { kind: 'tool' | 'request' }>;

function coversTool(matcher: ToolMatcher, call: CallToCover): boolean {
  if (matcher.tool_name !== call.toolName || matcher.tool_version !== call.toolVersion) return false;
  return matcher.kind === 'tool' || matcher.arguments === canonicalJson(call.arguments);
}

function coversPart(matcher: Exclude<GrantMatcher, ToolMatcher | { kind: 'everything' }>, part: Part): boolean {
  if (!part.isRememberable) return false;
  switch (matcher.kind) {
    case 'lines':
      return isStep(part) || matcher.lines.some((line) => isSame(line, part.argv));
    case 'commands':
      return (
        isStep(part) ||
        matcher.commands.some(
          ({ command, subcommand }) =>
            command === part.command && (subcommand === null || subcommand === part.subcommand),
        )
      );
    case 'file':
      return isFilePart(part, matcher.access) && part.paths.every((use) => placeOf(use) === matcher.path);
    case 'folder':
      return isFilePart(part, matcher.access) && part.paths.every((use) => placeOf(use).startsWith(matcher.folder));
  }
}

/** `cd` inside the workspace does nothing by itself; what follows is judged where it leads. */
function isStep({ command, findings }: Part): boolean {
  return command === 'cd' && findings.every((finding) => !isAbove(finding.level, 'MEDIUM'));
}

function isFilePart({ command, paths }: Part, access: Part['paths'][number]['access']): boolean {
  return command === null && paths.length > 0 && paths.every((use) => use.isInside && use.access === access);
}

function isSame(line: readonly string[], argv: readonly string[] | null): boolean {
  return argv !== null && line.length === argv.length && line.every((word, index) => word === argv[index]);
}

/** As a grant names it: relative in the first root, absolute in any other. */
export function placeOf({ path, elsewhere }: Part['paths'][number]): string {
  return elsewhere ?? path;
}
