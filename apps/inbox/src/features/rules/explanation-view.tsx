import type { Explanation } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import type { ReactNode } from 'react';
import { Link } from '../../app/router.tsx';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/page.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Sections } from '../approvals/sections.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

/** G6: what would come of a call, and everything that had a say in it. */
export function ExplanationView({ explanation }: { readonly explanation: Explanation }) {
  const texts = useRulesTexts();
  const { matched, held_back: heldBack, parts, grant, display } = explanation;
  return (
    <Panel>
      <div className="grid gap-5">
        <Verdict explanation={explanation} />
        {grant === null ? null : (
          <p className="rounded-md bg-accent-wash px-3 py-2">
            {texts.answeredByGrant} <span className="exact font-sans font-medium">{makeVisible(grant.text)}</span>
          </p>
        )}
        {display === null ? null : (
          <Part title={texts.theCall}>
            <Sections sections={display.sections} />
          </Part>
        )}
        <Part title={texts.hadASay}>
          {matched.length === 0 ? (
            <p className="text-soft">{texts.noRuleMatched}</p>
          ) : (
            <ul className="grid gap-2">
              {matched.map(({ rule_id: id, outcome, reason, part }) => (
                <li key={`${id} ${part} ${outcome} ${reason}`} className="grid gap-0.5">
                  <span className="flex flex-wrap items-center gap-x-2">
                    <OutcomeTag outcome={outcome} />
                    <RuleLink ruleId={id} />
                    {part === null || parts.length < 2 ? null : (
                      <span className="text-small text-soft">{texts.aboutPart(part + 1)}</span>
                    )}
                  </span>
                  <span className="exact font-sans text-soft">{makeVisible(reason)}</span>
                </li>
              ))}
            </ul>
          )}
        </Part>
        {heldBack.length > 0 ? (
          <Part title={texts.heldBack}>
            <ul className="grid gap-2">
              {heldBack.map(({ rule_id: id, up_to: upTo, part }) => (
                <li key={`${id} ${part}`}>
                  <RuleLink ruleId={id} />
                  <span className="block text-soft">
                    {texts.heldBackText(upTo, part + 1, parts[part]?.risk_level ?? 'HIGH', parts.length)}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        ) : null}
        {parts.length > 0 ? (
          <Part title={texts.parts}>
            <ol className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of one call never change places.
                <PartOfCall key={index} part={part} number={index + 1} />
              ))}
            </ol>
          </Part>
        ) : null}
        <Consequences explanation={explanation} />
      </div>
    </Panel>
  );
}

function Verdict({ explanation }: { readonly explanation: Explanation }) {
  const texts = useRulesTexts();
  const { outcome, risk_level: risk, rule_id: ruleId, reasons, tool_name: tool, display } = explanation;
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <OutcomeTag outcome={outcome} />
        <RiskBadge level={risk} />
        <code className="exact text-small text-soft">{makeVisible(tool)}</code>
      </div>
      <h2 className="exact text-large font-semibold">{makeVisible(display?.title ?? tool)}</h2>
      <p>
        {texts.verdict[outcome]} {texts.decidedBy} <RuleLink ruleId={ruleId} />
      </p>
      <ul className="grid gap-1 text-soft">
        {reasons.map((reason) => (
          <li key={reason} className="exact font-sans">
            {makeVisible(reason)}
          </li>
        ))}
      </ul>
    </header>
  );
}

function RuleLink({ ruleId }: { readonly ruleId: string }) {
  return (
    <Link href={`/rules?q=${encodeURIComponent(ruleId)}`} className="underline underline-offset-2">
      <code className="exact">{makeVisible(ruleId)}</code>
    </Link>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-1.5">
      <h3 className="caption">{title}</h3>
      {children}
    </section>
  );
}

function PartOfCall({
  part: { risk_level: risk, text, command, subcommand, paths, effects, findings },
  number,
}: {
  readonly part: Explanation['parts'][number];
  readonly number: number;
}) {
  const texts = useRulesTexts();
  const { approval } = useTexts();
  return (
    <li className="grid gap-1 bg-wash px-3 py-2 text-small">
      <div className="flex items-start gap-2">
        <span className="text-soft tabular-nums">{number}</span>
        <RiskBadge level={risk} isSmall />
        <code className="exact min-w-0 flex-1 font-semibold">
          {makeVisible(text ?? [command, subcommand].filter(Boolean).join(' '))}
        </code>
      </div>
      {findings.map((finding) => (
        <p key={finding} className="exact font-sans">
          {makeVisible(finding)}
        </p>
      ))}
      <ul className="grid gap-0.5 text-soft">
        {effects.map(({ kind, target }) => (
          <li key={`${kind} ${target}`} className="flex items-start gap-2">
            <Icon name={kind} className="mt-0.5 size-4" />
            <span>
              {approval.effect[kind]} <code className="exact">{makeVisible(target)}</code>
            </span>
          </li>
        ))}
        {paths
          .filter(({ inside }) => !inside)
          .map(({ path, access }) => (
            <li key={`${access} ${path}`} className="flex items-start gap-2 text-high">
              <Icon name="warning" className="mt-0.5 size-4" />
              <span>
                {texts.outside} <code className="exact">{makeVisible(path)}</code>
              </span>
            </li>
          ))}
      </ul>
    </li>
  );
}

function Consequences({ explanation }: { readonly explanation: Explanation }) {
  const texts = useRulesTexts();
  const { approval } = useTexts();
  const { outcome, network, timeout_seconds: seconds, policy_version: version } = explanation;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-small text-soft">
      {network ? <span>{approval.mayUseNetwork}</span> : <span>{texts.noNetwork}</span>}
      {outcome === 'ask' ? <span>{seconds === null ? texts.noDeadline : texts.deadline(seconds)}</span> : null}
      <span>
        {texts.policyVersion} <code className="exact">{version.slice(0, 12)}</code>
      </span>
    </p>
  );
}
