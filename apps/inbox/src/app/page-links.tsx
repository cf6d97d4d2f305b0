import { classNames } from '../design/class-names.ts';
import { Icon } from '../design/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { type PageGroup, pageAt, pageList } from './page-list.ts';
import { Link, useLocation } from './router.tsx';

const groups: readonly PageGroup[] = [...new Set(pageList.map(({ group }) => group))];

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
  const here = pageAt(path)?.name;
  return groups.map((group) => (
    <ul key={group} aria-label={shell.groups[group]} className="grid gap-0.5">
      {pageList
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
