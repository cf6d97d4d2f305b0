import { Icon } from '../design/icon.tsx';
import { Menu, MenuCheck, MenuChoice, MenuItem } from '../design/menu.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { askToNotify } from './ask-to-notify.ts';
import { languageNames, languages, setPreferences, themes, usePreferences } from './preferences.ts';
import { useSession } from './session.tsx';

export function PreferencesMenu({
  onHelp,
  onSignOut,
}: {
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
}) {
  const { shell } = useTexts();
  const { me } = useSession();
  const { theme, language, hasSound, hasNotifications, hasShortcuts } = usePreferences();
  return (
    <Menu
      name={shell.preferences}
      className="inline-flex h-9 items-center gap-2 rounded-md px-2 text-soft hover:bg-wash hover:text-ink"
      trigger={
        <>
          <span className="max-w-32 truncate max-md:sr-only">{me.name}</span>
          <Icon name="gear" className="size-[1.125rem]" />
        </>
      }
    >
      <MenuChoice
        title={shell.theme}
        value={theme}
        options={themes.map((value) => ({ value, text: shell.themes[value] }))}
        onChange={(value) => setPreferences({ theme: value })}
      />
      <MenuChoice
        title={shell.language}
        value={language}
        options={languages.map((value) => ({ value, text: languageNames[value] }))}
        onChange={(value) => setPreferences({ language: value })}
      />
      <div className="mt-1 border-t border-line pt-1">
        <MenuCheck isOn={hasSound} onChange={(isOn) => setPreferences({ hasSound: isOn })}>
          {shell.sound}
        </MenuCheck>
        <MenuCheck isOn={hasNotifications} onChange={(isOn) => void askToNotify(isOn)}>
          {shell.notifications}
        </MenuCheck>
        <MenuCheck isOn={hasShortcuts} onChange={(isOn) => setPreferences({ hasShortcuts: isOn })}>
          {shell.shortcuts}
        </MenuCheck>
      </div>
      <div className="mt-1 border-t border-line pt-1">
        <MenuItem onSelect={onHelp}>{shell.help}</MenuItem>
        <MenuItem onSelect={onSignOut}>{shell.signOut}</MenuItem>
      </div>
    </Menu>
  );
}
