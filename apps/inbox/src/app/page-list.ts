import type { IconName } from '../design/icon.tsx';
import type { Texts } from '../texts/texts.ts';

export type PageGroup = keyof Texts['shell']['groups'];

export type NavigationPage = {
  readonly path: string;
  readonly name: keyof Texts['shell']['pages'];
  readonly icon: IconName;
  readonly group: PageGroup;
  /** Leads there after `g`. */
  readonly letter: string;
};

/** The pages of the navigation, in its order. What is below their paths belongs to them. */
export const pageList: readonly NavigationPage[] = [
  { path: '/', name: 'inbox', icon: 'inbox', group: 'work', letter: 'i' },
  { path: '/sessions', name: 'sessions', icon: 'sessions', group: 'work', letter: 's' },
  { path: '/rules', name: 'rules', icon: 'rules', group: 'rules', letter: 'r' },
  { path: '/figures', name: 'figures', icon: 'figures', group: 'rules', letter: 'f' },
  { path: '/tools', name: 'tools', icon: 'tools', group: 'set_up', letter: 't' },
  { path: '/runners', name: 'runners', icon: 'machine', group: 'set_up', letter: 'm' },
  { path: '/people', name: 'people', icon: 'people', group: 'set_up', letter: 'p' },
  { path: '/audit', name: 'audit', icon: 'audit', group: 'server', letter: 'a' },
  { path: '/settings', name: 'settings', icon: 'gear', group: 'server', letter: 'e' },
  { path: '/health', name: 'health', icon: 'health', group: 'server', letter: 'h' },
];

/** The page that a path is on or below; one approval (`/a/…`) is part of the inbox. */
export function pageAt(path: string): NavigationPage | undefined {
  const first = `/${path.split('/')[1] ?? ''}`;
  return pageList.find((page) => page.path === (first === '/a' ? '/' : first));
}
