import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Page } from '../../design/page.tsx';
import { AddSourcePage } from '../sources/add-source-page.tsx';
import { SecretsPage } from '../sources/secrets-page.tsx';
import { SourcePage } from '../sources/source-page.tsx';
import { SourcesPage } from '../sources/sources-page.tsx';
import { Catalogue } from './catalogue.tsx';
import { ToolPage } from './tool-page.tsx';
import { useToolsTexts } from './use-tools-texts.ts';

/** U1: tools and where they come from. `/tools/tool/NAME`, `/tools/sources/NAME`, `/tools/add`, `/tools/secrets`. */
export function ToolsPage({ params: { view, name } }: { readonly params: Readonly<Record<string, string>> }) {
  const texts = useToolsTexts();
  const { me } = useSession();
  if (view === 'tool' && name !== undefined) return <ToolPage key={name} name={name} />;
  if (view === undefined || view === 'tool') return <Catalogue />;
  if (!me.is_admin)
    return (
      <Page title={texts.title} text={texts.intro}>
        <EmptyState icon="key" level={2} title={texts.adminsOnly} text={texts.adminsOnlyText} />
      </Page>
    );
  if (view === 'add') return <AddSourcePage />;
  if (view === 'secrets') return <SecretsPage />;
  if (name !== undefined) return <SourcePage key={name} name={name} />;
  return <SourcesPage />;
}
