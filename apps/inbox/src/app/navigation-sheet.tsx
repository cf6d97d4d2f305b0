import { Dialog } from '../design/dialog.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { PageLinks } from './page-links.tsx';

/** The pages on a phone, over everything else. */
export function NavigationSheet({ onClose }: { readonly onClose: () => void }) {
  const { shell } = useTexts();
  return (
    <Dialog title={shell.navigation} onClose={onClose}>
      <nav aria-label={shell.navigation} className="grid gap-4">
        <PageLinks onFollow={onClose} />
      </nav>
    </Dialog>
  );
}
