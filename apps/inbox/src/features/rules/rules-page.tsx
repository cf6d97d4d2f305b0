import type { ReactNode } from 'react';
import { EmptyState } from '../../design/empty-state.tsx';
import { Page, TabLinks } from '../../design/page.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { EditView } from './edit-view.tsx';
import { ExplainView } from './explain-view.tsx';
import { NewRuleView } from './new-rule-view.tsx';
import { usePolicyDraft } from './policy-draft.ts';
import { RememberedView } from './remembered-view.tsx';
import { RuleList } from './rule-list.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

const views: Readonly<Record<string, () => ReactNode>> = {
  rules: () => <RuleList />,
  remembered: () => <RememberedView />,
  explain: () => <ExplainView />,
  edit: () => <EditView />,
  new: () => <NewRuleView />,
};

/** What is allowed, asked about and denied: the rules, what people had remembered, and what would come of a change. */
export function RulesPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { shell } = useTexts();
  const texts = useRulesTexts();
  const hasDraft = usePolicyDraft() !== null;
  const view = params.view ?? 'rules';
  const show = Object.hasOwn(views, view) ? views[view] : undefined;
  if (!show) return <EmptyState icon="search" title={shell.noPage} text={shell.noPageText} />;
  const tabs = [
    { href: '/rules', text: texts.tab.rules },
    { href: '/rules/remembered', text: texts.tab.remembered },
    { href: '/rules/explain', text: texts.tab.explain },
    { href: '/rules/edit', text: hasDraft ? texts.tab.editUnsaved : texts.tab.edit },
  ];
  const current = view === 'rules' ? '/rules' : `/rules/${view}`;
  return (
    <Page
      title={shell.pages.rules}
      text={texts.intro}
      tabs={<TabLinks label={texts.views} tabs={tabs} current={current} />}
    >
      {show()}
    </Page>
  );
}
