import type { PolicyOutcome, RuleFigures } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { usePreferences } from '../../app/preferences.ts';
import { Link } from '../../app/router.tsx';
import { buttonClass } from '../../design/button.tsx';
import { Cell, Panel, Row, Table } from '../../design/page.tsx';
import { useFiguresTexts } from './use-figures-texts.ts';

/** The rules that ask most, and what would make each ask less or be answered better. */
export function AskingRules({ rules }: { readonly rules: readonly RuleFigures[] }) {
  const texts = useFiguresTexts();
  return (
    <Panel title={texts.asking} text={texts.askingText} isFlush>
      <Table
        label={texts.asking}
        columns={[
          { title: texts.column.rule },
          { title: texts.column.asked, isNumber: true },
          { title: texts.column.approved, isNumber: true },
          { title: texts.column.hasty, isNumber: true },
          { title: texts.column.median, isNumber: true },
          { title: texts.column.proposal },
        ]}
      >
        {rules.map((rule) => (
          <AskingRule key={rule.rule_id} rule={rule} />
        ))}
      </Table>
    </Panel>
  );
}

function AskingRule({ rule }: { readonly rule: RuleFigures }) {
  const texts = useFiguresTexts();
  const { language } = usePreferences();
  const { asked, approved, rejected, hasty, median_seconds: median, tools } = rule;
  const decided = approved + rejected;
  const share = new Intl.NumberFormat(language, { style: 'percent' }).format(decided === 0 ? 0 : approved / decided);
  return (
    <Row>
      <Cell>
        <Link href={`/rules?q=${encodeURIComponent(rule.rule_id)}`} className="hover:underline">
          <code className="exact font-semibold">{makeVisible(rule.rule_id)}</code>
        </Link>
        <span className="exact block font-sans text-small text-soft">{tools.map(makeVisible).join(', ')}</span>
      </Cell>
      <Cell name={texts.column.asked} isNumber>
        {asked}
      </Cell>
      <Cell name={texts.column.approved} isNumber>
        {decided === 0 ? '–' : share}
      </Cell>
      <Cell name={texts.column.hasty} isNumber>
        {hasty}
      </Cell>
      <Cell name={texts.column.median} isNumber className="whitespace-nowrap">
        {median === null ? '–' : texts.seconds(median)}
      </Cell>
      <Cell className="md:w-2/5">
        <Proposal rule={rule} />
      </Cell>
    </Row>
  );
}

function Proposal({ rule }: { readonly rule: RuleFigures }) {
  const texts = useFiguresTexts();
  const { kind, what, tool_id: toolId } = rule.proposal;
  const about = makeVisible(what ?? rule.tools.join(', '));
  const way = wayTo(kind, toolId);
  return (
    <span className="grid justify-items-start gap-1.5">
      <span className="exact font-sans">{texts.proposal[kind](about, rule)}</span>
      {way === null ? null : (
        <Link href={way} className={buttonClass('outline', 'small')}>
          {texts.wayTo[kind]}
        </Link>
      )}
    </span>
  );
}

/** The page on which a proposal is followed; none where there is nothing to do, or no call left to begin with. */
function wayTo(kind: RuleFigures['proposal']['kind'], toolId: string | null): string | null {
  switch (kind) {
    case 'allow':
    case 'remember':
      return newRule(toolId, 'allow');
    case 'deny':
      return newRule(toolId, 'deny');
    case 'read':
      return newRule(toolId, 'ask');
    case 'unanswered':
      return '/settings';
    case 'keep':
      return null;
  }
}

function newRule(toolId: string | null, outcome: PolicyOutcome): string | null {
  return toolId === null ? null : `/rules/new?call=${toolId}&outcome=${outcome}`;
}
