import { highest, type Level } from './level.ts';
import { type Effect, type Finding, levelOf, type Part } from './part.ts';

/** What code alone says of a call, before any rule that a person wrote. */
export type Judgement = {
  readonly parts: readonly Part[];
  /** About the call as a whole: its shape, its characters, its size. */
  readonly findings: readonly Finding[];
};

export function levelOfJudgement({ parts, findings }: Judgement): Level {
  return highest([...findings.map((finding) => finding.level), ...parts.map(levelOf)]);
}

/** Whether code is sure that it changes nothing. A call of which nothing is known may well write. */
export function onlyLooks(judgement: Judgement): boolean {
  return judgement.parts.length > 0 && levelOfJudgement(judgement) === 'LOW';
}

/** Every effect once, in the order of the parts. */
export function effectsOf({ parts }: Judgement): readonly Effect[] {
  const seen = new Map<string, Effect>();
  for (const effect of parts.flatMap((part) => part.effects)) seen.set(`${effect.kind} ${effect.target}`, effect);
  return [...seen.values()];
}
