import type { JsonObject } from '@countersign/contract';
import { cutText } from '../display/cut-text.ts';
import { levelOfJudgement } from '../judgement/judgement.ts';
import { highest, type Level } from '../judgement/level.ts';
import { levelOf } from '../judgement/part.ts';
import type { CallToDecide, Outcome, Verdict } from '../verdict.ts';
import { addRule } from './add-rule.ts';
import { type Candidate, candidateRules, partsInQuestion } from './candidate-rules.ts';
import { ruleLimits } from './limits.ts';
import type { ParsedPolicy } from './parse-policy.ts';
import type { Policy } from './policy.ts';
import type { PolicyFile, RuleOfFile } from './policy-file.ts';
import type { Problem } from './problem.ts';
import { ruleTexts } from './rule-texts.ts';
import { writeRule } from './write-rule.ts';

/** A call that was made, and what is needed to try out rules about it. */
export type CallToDraft = {
  readonly call: CallToDecide;
  /** By the policy that the file has now. */
  readonly verdict: Verdict;
  /** What the file holds; null where there is none. It can be used. */
  readonly present: string | null;
  /** Its arguments, for an example; null where they hold something that may not be written down. */
  readonly example: JsonObject | null;
  /** A text as a policy, checked as at a start. */
  readonly load: (text: string) => ParsedPolicy;
  /** The call by another policy. */
  readonly decide: (policy: Policy) => Verdict;
};

export type DraftedRule = {
  readonly id: string;
  /** As it would be written. */
  readonly text: string;
  readonly reason: string;
  readonly rule: RuleOfFile;
  /** The whole policy with it, as text and as it was read. */
  readonly policyText: string;
  readonly file: PolicyFile;
};

export type DraftedRules = {
  /** From narrow to wide. */
  readonly drafts: readonly DraftedRule[];
  /** Why there is none; null where there is one. */
  readonly note: string | null;
};

/** Characters of a call that is still kept with its rule as an example: a person reads the file. */
const exampleLengthMax = 1_000;

/**
 * G6: rules that give this call the outcome, and others like it. Each was tried out: the file with it can be used, and the
 * call comes out as it says. What code denies stays denied, and HIGH is allowed only by a rule that names what was seen.
 */
export function draftRules(asked: CallToDraft, outcome: Outcome): DraftedRules {
  const impossible = whyNone(asked, outcome);
  if (impossible !== null) return { drafts: [], note: impossible };
  const taken = new Set(asked.present === null ? [] : ruleTexts(asked.present).keys());
  const level = levelInQuestion(asked.verdict);
  const tried = candidateRules(asked.call, asked.verdict, outcome)
    .filter(({ isNarrow }) => outcome !== 'allow' || level !== 'HIGH' || isNarrow)
    .map((candidate) => tryOut(asked, ruleOf(candidate, outcome, level, taken)));
  const drafts = tried.flatMap((each) => (each.ok ? [each.draft] : []));
  const [failed] = tried.flatMap((each) => (each.ok ? [] : [each.why]));
  return { drafts, note: drafts.length > 0 ? null : (failed ?? noneNarrow) };
}

const noneNarrow =
  'Its risk is HIGH, and no rule can name exactly these words: it would allow more than was seen. Approve such calls one by one.';

function whyNone({ verdict }: CallToDraft, outcome: Outcome): string | null {
  const { judgement, reasons, ruleId } = verdict;
  if (levelOfJudgement(judgement) === 'DENY')
    return outcome === 'deny'
      ? `It is denied already, and nobody can allow it: ${reasons.join(' ')}`
      : `No rule can change this: what is denied by the built-in judgement stays denied. ${reasons.join(' ')}`;
  if (outcome === verdict.outcome && outcome !== 'ask')
    return `It comes out so already, by ${ruleId}. Nothing has to be added.`;
  if (outcome === 'allow' && isUnreadable(verdict))
    return 'What this would run cannot be read beforehand: a rule that allows it would allow anything. Approve such calls one by one.';
  return null;
}

/** As for what a person may have remembered: interpreters, code in an argument, what is not known before it runs. */
function isUnreadable(verdict: Verdict): boolean {
  const { parts, findings } = verdict.judgement;
  if (parts.length === 0 || findings.some((finding) => finding.level === 'HIGH')) return true;
  return partsInQuestion(verdict, 'allow').some((part) => !part.isRememberable);
}

/** How far an `allow` has to go: parts that are allowed already do not count. */
function levelInQuestion(verdict: Verdict): Level {
  const whole = verdict.judgement.findings.map((finding) => finding.level);
  return highest([...whole, ...partsInQuestion(verdict, 'allow').map(levelOf)]);
}

const sentences = { allow: 'needs no question', ask: 'is asked about', deny: 'is never done' } as const;

function ruleOf({ match, what, isNarrow }: Candidate, outcome: Outcome, level: Level, taken: Set<string>): RuleOfFile {
  const isFar = outcome === 'allow' && level === 'HIGH';
  const limit = isFar ? ', also at HIGH risk' : outcome === 'allow' && !isNarrow ? ', unless its risk is HIGH' : '';
  return {
    id: freeId(outcome, match, taken),
    description: `${cutText(what, ruleLimits.descriptionLengthMax - descriptionRest)} ${sentences[outcome]}${limit}.`,
    match,
    outcome,
    ...(isFar ? { up_to: 'HIGH' as const } : {}),
  };
}

/** Characters that a description needs beside its subject. */
const descriptionRest = 50;
/** Characters of an id: it stands in lists. */
const idLengthMax = 50;

/** `allow-npm-test`: from what it is about, and with a number where that is taken. */
function freeId(outcome: Outcome, match: RuleOfFile['match'], taken: Set<string>): string {
  const { access, ...about } = match;
  const words = [outcome, ...[access ?? []].flat(), ...Object.values(about).flatMap(wordsOf)];
  const slug = words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, idLengthMax)
    .replace(/-+$/, '');
  let id = slug;
  for (let number = 2; taken.has(id); number += 1) id = `${slug}-${number}`;
  taken.add(id);
  return id;
}

function wordsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(wordsOf);
  return [String(value)];
}

type Tried = { readonly ok: true; readonly draft: DraftedRule } | { readonly ok: false; readonly why: string };

function tryOut(asked: CallToDraft, rule: RuleOfFile): Tried {
  const withExample = exampleOf(asked, rule.outcome);
  // An example is judged without a disk, by the built-in tools alone: not every call comes out there as it does here.
  const first = withExample === null ? null : load(asked, { ...rule, examples: [withExample] });
  const loaded = first?.parsed.ok ? first : load(asked, rule);
  if (!loaded.parsed.ok) return { ok: false, why: whyBroken(loaded.parsed.problems) };
  const { policy, file } = loaded.parsed;
  const verdict = asked.decide(policy);
  if (verdict.outcome !== rule.outcome || !hasSay(verdict, rule.id, rule.outcome))
    return { ok: false, why: whyOutdone(verdict, rule) };
  const { text, policyText } = loaded;
  return { ok: true, draft: { id: rule.id, text, reason: rule.description!, rule, policyText, file } };
}

/** Whether a rule is among those that brought about the outcome. */
export function hasSay({ outcome, matched }: Verdict, ruleId: string, wanted: Outcome): boolean {
  return outcome === wanted && matched.some((rule) => rule.id === ruleId && rule.outcome === wanted);
}

function exampleOf({ call, example }: CallToDraft, outcome: Outcome) {
  if (example === null || JSON.stringify(example).length > exampleLengthMax) return null;
  return { tool: call.tool.name, params: example, outcome };
}

function load({ present, load: loadText }: CallToDraft, rule: RuleOfFile) {
  const policyText = addRule(present, rule);
  return { text: writeRule(rule), policyText, parsed: loadText(policyText) };
}

function whyBroken([problem]: readonly Problem[]): string {
  return `The policy would not hold with such a rule in it: ${problem?.message ?? 'it cannot be used'}.`;
}

const severity: readonly Outcome[] = ['allow', 'ask', 'deny'];

function whyOutdone(verdict: Verdict, rule: RuleOfFile): string {
  const stricter = verdict.matched.find(
    ({ id, outcome }) => !id.startsWith('builtin.') && severity.indexOf(outcome) > severity.indexOf(rule.outcome),
  );
  if (stricter)
    return `The rule ${stricter.id} says ${stricter.outcome} about it, and the stricter rule decides: change that one.`;
  return `A rule that says ${rule.outcome} does not reach it: ${verdict.reasons.join(' ')}`;
}
