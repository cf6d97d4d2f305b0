import { setPreferences, usePreferences } from '../../app/preferences.ts';
import { Dialog } from '../../design/dialog.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { ShortcutList } from './shortcut-list.tsx';

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { help } = useTexts();
  const { hasShortcuts } = usePreferences();
  return (
    <Dialog title={help.title} onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-soft">{help.intro}</p>
        <ShortcutList />
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={hasShortcuts}
            onChange={({ target }) => setPreferences({ hasShortcuts: target.checked })}
          />
          {help.switch}
        </label>
        <p className="text-small text-soft">{help.safe}</p>
      </div>
    </Dialog>
  );
}
