import { useSession } from '../../app/session.tsx';
import { TabLinks } from '../../design/page.tsx';
import { useToolsTexts } from './use-tools-texts.ts';

/** Members see the catalogue alone: the rest is for administrators. */
export function ToolTabs({ current }: { readonly current: '/tools' | '/tools/sources' | '/tools/secrets' }) {
  const texts = useToolsTexts();
  const { me } = useSession();
  if (!me.is_admin) return null;
  return (
    <TabLinks
      label={texts.tabs}
      current={current}
      tabs={[
        { href: '/tools', text: texts.tab.tools },
        { href: '/tools/sources', text: texts.tab.sources },
        { href: '/tools/secrets', text: texts.tab.secrets },
      ]}
    />
  );
}
