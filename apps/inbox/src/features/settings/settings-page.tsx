import { useSession } from '../../app/session.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { BrowserSettings } from './browser-settings.tsx';
import { ServerSettings } from './server-settings.tsx';
import { useSettingsTexts } from './use-settings-texts.ts';

export function SettingsPage() {
  const texts = useSettingsTexts();
  const { me } = useSession();
  return (
    <Page title={texts.title} text={texts.intro}>
      <BrowserSettings />
      {me.is_admin ? (
        <ServerSettings />
      ) : (
        <Panel title={texts.server}>
          <p className="text-soft">{texts.adminsOnly}</p>
        </Panel>
      )}
    </Page>
  );
}
