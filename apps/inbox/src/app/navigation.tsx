import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { classNames } from '../design/class-names.ts';
import { Icon } from '../design/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useKeySequence } from './keyboard.tsx';
import { Link, matchPath, navigate, useLocation } from './router.tsx';
import { type PageGroup, pageRoutes } from './routes.tsx';

const NavigationSheet = lazy(() =>
  import('./navigation-sheet.tsx').then(({ NavigationSheet }) => ({ default: NavigationSheet })),
);

const pages = pageRoutes.flatMap(({ path, name, nav }) => (nav ? [{ path, name, ...nav }] : []));
const groups: readonly PageGroup[] = [...new Set(pages.map(({ group }) => group))];

/** The pages at the side: with their names where there is room, as icons where there is less. Phones have a sheet. */
export function SideNavigation() {
  const { shell } = useTexts();
  useKeySequence('g', Object.fromEntries(pages.map(({ letter, path }) => [letter, () => navigate(path)])));
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

export function PageLinks({
  isCompact = false,
  onFollow,
}: {
  /** Icons alone, up to the width at which names have room. */
  readonly isCompact?: boolean;
  readonly onFollow?: () => void;
}) {
  const { shell } = useTexts();
  const { path } = useLocation();
  const here = pageRoutes.find(({ path: pattern }) => matchPath(pattern, path))?.name;
  return groups.map((group) => (
    <ul key={group} aria-label={shell.groups[group]} className="grid gap-0.5">
      {pages
        .filter((page) => page.group === group)
        .map(({ path: to, name, icon }) => (
          <li key={to}>
            <Link
              href={to}
              title={shell.pages[name]}
              aria-current={here === name ? 'page' : undefined}
              onClick={onFollow}
              className={classNames(
                'flex min-h-9 items-center gap-2.5 rounded-md px-2.5',
                here === name ? 'bg-accent-wash font-medium text-accent' : 'text-soft hover:bg-wash hover:text-ink',
              )}
            >
              <Icon name={icon} />
              <span className={isCompact ? 'max-xl:sr-only' : ''}>{shell.pages[name]}</span>
            </Link>
          </li>
        ))}
    </ul>
  ));
}
