import type { PolicyOutcome } from '@countersign/contract';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Tag } from '../../design/page.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

const looks: Readonly<Record<PolicyOutcome, { readonly icon: IconName; readonly tone: 'good' | 'accent' | 'bad' }>> = {
  allow: { icon: 'check', tone: 'good' },
  ask: { icon: 'bell', tone: 'accent' },
  deny: { icon: 'cross', tone: 'bad' },
};

/** What comes of a call: by a word, a sign and a colour. Null is for rules that leave it to the risk. */
export function OutcomeTag({ outcome }: { readonly outcome: PolicyOutcome | null }) {
  const texts = useRulesTexts();
  if (outcome === null) return <Tag>{texts.outcome.depends}</Tag>;
  const { icon, tone } = looks[outcome];
  return (
    <Tag tone={tone}>
      <Icon name={icon} className="size-3.5" />
      {texts.outcome[outcome]}
    </Tag>
  );
}
