import type { PolicyView, RuleView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMemo } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { currentLocation, Link, navigate, useLocation, withSearch } from '../../app/router.tsx';
import { Answer } from '../../design/answer.tsx';
import { buttonClass } from '../../design/button.tsx';
import { dateTimeText } from '../../design/date-text.ts';
import { Disclosure } from '../../design/disclosure.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { inputClass } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Cell, Panel, Row, Table } from '../../design/page.tsx';
import { SearchInput } from '../../design/search-input.tsx';
import { Ago } from '../../design/time-left.tsx';
import { orders, type RuleOrder, rulesShown } from './find-rules.ts';
import { OutcomeTag } from './outcome-tag.tsx';
import { usePolicy } from './policy-queries.ts';
import { ProblemList } from './problem-list.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

/** Every rule in force, as it is written, with what it did. What is searched for is in the address. */
export function RuleList() {
  const policy = usePolicy();
  return <Answer of={policy}>{(view) => <Rules policy={view} />}</Answer>;
}

function Rules({ policy }: { readonly policy: PolicyView }) {
  const texts = useRulesTexts();
  const { search } = useLocation();
  const { language } = usePreferences();
  const words = search.get('q') ?? '';
  const order = orders.find((each) => each === search.get('sort')) ?? 'file';
  const shown = useMemo(() => rulesShown(policy.rules, words, order), [policy.rules, words, order]);
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(currentLocation().search);
    if (value === '' || value === 'file') next.delete(name);
    else next.set(name, value);
    navigate(withSearch('/rules', next), { replace: true });
  };
  const { calls, since, is_complete: isComplete } = policy.looked_at;
  return (
    <div className="grid gap-4">
      {policy.problems.length > 0 ? (
        <Panel title={texts.notInForce} text={texts.notInForceText(makeVisible(policy.file))}>
          <ProblemList problems={policy.problems} hrefOf={({ line }) => `/rules/edit?line=${line}`} />
        </Panel>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput label={texts.search} value={words} onChange={(typed) => change('q', typed)} />
        <label className="flex items-center gap-2 text-soft">
          {texts.sort}
          <select
            className={`${inputClass} w-auto`}
            value={order}
            onChange={({ target }) => change('sort', target.value as RuleOrder)}
          >
            {orders.map((each) => (
              <option key={each} value={each}>
                {texts.order[each]}
              </option>
            ))}
          </select>
        </label>
        <span className="flex-1" />
        <Link href="/rules/edit" className={buttonClass('outline')}>
          <Icon name="pencil" />
          {texts.editPolicy}
        </Link>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="search" level={2} title={texts.noRuleFound} text={texts.noRuleFoundText} />
      ) : (
        <Panel isFlush>
          <Table
            label={texts.tab.rules}
            columns={[
              { title: texts.column.rule },
              { title: texts.column.outcome },
              { title: texts.column.hits, isNumber: true },
              { title: texts.column.lastHit },
            ]}
          >
            {shown.map((rule) => (
              <RuleRow key={`${rule.source} ${rule.rule_id}`} rule={rule} />
            ))}
          </Table>
        </Panel>
      )}
      <p className="text-small text-soft">
        {texts.hitsAre(calls, dateTimeText(since, language), isComplete)}
        {policy.text === null ? ` ${texts.noFile(makeVisible(policy.file))}` : ''}
      </p>
    </div>
  );
}

function RuleRow({ rule }: { readonly rule: RuleView }) {
  const texts = useRulesTexts();
  const { rule_id: id, reason, source, line, text, hits, last_hit_at: lastHitAt } = rule;
  // What is told of a built-in rule is what came of its last call: it lets run what is LOW, and asks about the rest.
  const isBuiltIn = source === 'builtin';
  return (
    <Row>
      <Cell className="w-full max-w-0 max-md:max-w-none">
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <code className="exact font-semibold">{makeVisible(id)}</code>
          <span className="text-small text-soft">
            {source === 'file' && line !== null ? (
              <Link href={`/rules/edit?line=${line}`} className="underline underline-offset-2 hover:text-ink">
                {texts.fileLine(line)}
              </Link>
            ) : (
              texts.source[source]
            )}
          </span>
        </span>
        <span className="exact block font-sans">
          {isBuiltIn ? `${texts.lastTime} ` : ''}
          {makeVisible(reason)}
        </span>
        {text === null ? null : (
          <Disclosure title={texts.asWritten}>
            <pre className="exact mt-1 rounded-md border border-line bg-wash px-3 py-2 text-small">
              {makeVisible(text)}
            </pre>
          </Disclosure>
        )}
      </Cell>
      <Cell name={texts.column.outcome}>
        <OutcomeTag outcome={isBuiltIn && rule.outcome !== 'deny' ? null : rule.outcome} />
      </Cell>
      <Cell name={texts.column.hits} isNumber>
        {hits}
      </Cell>
      <Cell name={texts.column.lastHit} className="whitespace-nowrap text-soft">
        {lastHitAt === null ? texts.never : <Ago since={lastHitAt} />}
      </Cell>
    </Row>
  );
}
