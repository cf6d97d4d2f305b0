import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Page, TabLinks } from '../../design/page.tsx';
import { OwnAccount } from './own-account.tsx';
import { ProjectsView } from './projects-view.tsx';
import { TokensView } from './tokens-view.tsx';
import { usePeopleTexts } from './use-people-texts.ts';
import { UsersView } from './users-view.tsx';

const paths = { users: '/people', projects: '/people/projects', tokens: '/people/tokens' } as const;
type View = keyof typeof paths;
const views = Object.keys(paths) as readonly View[];

export function PeoplePage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const texts = usePeopleTexts();
  const { me } = useSession();
  if (!me.is_admin)
    return (
      <Page title={texts.title} text={texts.introMember}>
        <OwnAccount />
        <EmptyState icon="people" level={2} title={texts.adminsOnly} text={texts.adminsOnlyText} />
      </Page>
    );
  const view = views.find((each) => each === params.view) ?? 'users';
  return (
    <Page
      title={texts.title}
      text={texts.intro}
      tabs={
        <TabLinks
          label={texts.views}
          tabs={views.map((each) => ({ href: paths[each], text: texts.tabs[each] }))}
          current={paths[view]}
        />
      }
    >
      {view === 'users' ? <UsersView /> : null}
      {view === 'projects' ? <ProjectsView /> : null}
      {view === 'tokens' ? <TokensView /> : null}
    </Page>
  );
}
