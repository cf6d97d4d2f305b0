import { type ReactNode, useId, useState } from 'react';
import { askToNotify } from '../../app/ask-to-notify.ts';
import { languageNames, languages, setPreferences, themes, usePreferences } from '../../app/preferences.ts';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Panel } from '../../design/page.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { playChime } from '../approvals/play-chime.ts';
import { ShortcutList } from '../help/shortcut-list.tsx';
import { useSettingsTexts } from './use-settings-texts.ts';

/** The same choices as in the menu of preferences, with room to say what each is. */
export function BrowserSettings() {
  const texts = useSettingsTexts();
  const { shell, help } = useTexts();
  const { theme, language, hasSound, hasNotifications, hasShortcuts } = usePreferences();
  const [hasHelp, setHasHelp] = useState(false);
  const permission = 'Notification' in window ? Notification.permission : 'unsupported';
  return (
    <Panel title={texts.browser} text={texts.browserText} isFlush>
      <OneOf
        name={shell.theme}
        hint={texts.themeHint}
        value={theme}
        options={themes.map((value) => ({ value, text: shell.themes[value] }))}
        onChange={(value) => setPreferences({ theme: value })}
      />
      <OneOf
        name={shell.language}
        hint={texts.languageHint}
        value={language}
        options={languages.map((value) => ({ value, text: languageNames[value] }))}
        onChange={(value) => setPreferences({ language: value })}
      />
      <Switch
        name={shell.sound}
        hint={texts.soundHint}
        isOn={hasSound}
        onChange={(isOn) => setPreferences({ hasSound: isOn })}
      >
        <Button size="small" icon="bell" onClick={playChime}>
          {texts.trySound}
        </Button>
      </Switch>
      <Switch
        name={shell.notifications}
        hint={`${texts.notificationsHint} ${texts.permission[permission]}`}
        isOn={hasNotifications && permission === 'granted'}
        isDisabled={permission === 'denied' || permission === 'unsupported'}
        onChange={(isOn) => void askToNotify(isOn)}
      />
      <Switch
        name={shell.shortcuts}
        hint={texts.shortcutsHint}
        isOn={hasShortcuts}
        onChange={(isOn) => setPreferences({ hasShortcuts: isOn })}
      >
        <Button size="small" icon="keyboard" onClick={() => setHasHelp(true)}>
          {texts.allShortcuts}
        </Button>
      </Switch>
      {hasHelp ? (
        <Dialog title={help.title} onClose={() => setHasHelp(false)}>
          <ShortcutList />
        </Dialog>
      ) : null}
    </Panel>
  );
}

const rowClass = 'flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-0';

function OneOf<Value extends string>({
  name,
  hint,
  value,
  options,
  onChange,
}: {
  readonly name: string;
  readonly hint: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-hint`} className={rowClass}>
      <div className="min-w-0 flex-1 basis-72">
        <h3 id={id} className="font-medium">
          {name}
        </h3>
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'inline-flex min-h-9 items-center gap-2 rounded-md border px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              option.value === value ? 'border-accent bg-accent-wash font-medium text-accent' : 'border-edge bg-sheet',
            )}
          >
            <input
              type="radio"
              name={id}
              className="size-4 accent-accent outline-none"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.text}
          </label>
        ))}
      </div>
    </div>
  );
}

function Switch({
  name,
  hint,
  isOn,
  isDisabled = false,
  onChange,
  children,
}: {
  readonly name: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Something to do with it, beside the switch. */
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className={rowClass}>
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}-hint`}
          className="mt-0.5 size-4.5 shrink-0 accent-accent"
          checked={isOn}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.checked)}
        />
        <div className="min-w-0">
          <label htmlFor={id} className="font-medium">
            {name}
          </label>
          <p id={`${id}-hint`} className="text-small text-soft">
            {hint}
          </p>
        </div>
      </div>
      {children}
    </div>
  );
}
