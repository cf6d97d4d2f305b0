import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useKeySequence } from './keyboard.tsx';
import { PageLinks } from './page-links.tsx';
import { pageList } from './page-list.ts';
import { navigate } from './router.tsx';

const NavigationSheet = lazy(() =>
  import('./navigation-sheet.tsx').then(({ NavigationSheet }) => ({ default: NavigationSheet })),
);

/** The pages at the side: with their names where there is room, as icons where there is less. Phones have a sheet. */
export function SideNavigation() {
  const { shell } = useTexts();
  useKeySequence('g', Object.fromEntries(pageList.map(({ letter, path }) => [letter, () => navigate(path)])));
  return (
    <nav
      aria-label={shell.navigation}
      className="flex w-13 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-raised px-2 py-3 max-md:hidden xl:w-44"
    >
      <PageLinks isCompact />
    </nav>
  );
}

export function PhoneNavigation() {
  const { shell } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton icon="pages" name={shell.navigation} className="md:hidden" onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <NavigationSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
