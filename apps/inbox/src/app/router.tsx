import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react';

export type Location = { readonly path: string; readonly search: URLSearchParams };

const changed = 'countersign:navigated';
let last: { readonly href: string; readonly location: Location } | null = null;

/** Where the page is. The address is the only place in which this is kept. */
export function useLocation(): Location {
  return useSyncExternalStore(subscribe, currentLocation);
}

export function currentLocation(): Location {
  const { pathname, search, href } = window.location;
  if (last?.href !== href) last = { href, location: { path: pathname, search: new URLSearchParams(search) } };
  return last.location;
}

export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (to === window.location.pathname + window.location.search) return;
  if (replace) window.history.replaceState(null, '', to);
  else window.history.pushState(null, '', to);
  window.dispatchEvent(new Event(changed));
}

/** A path with the search that is there now: what was filtered stays filtered. */
export function withSearch(path: string, search: URLSearchParams = currentLocation().search): string {
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The values of a pattern's names (`/a/:approval_id`), or null where a path does not match it. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const names = pattern.split('/');
  const values = path.replace(/(.)\/+$/, '$1').split('/');
  if (names.length !== values.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index]!;
    if (!name.startsWith(':')) {
      if (name !== value) return null;
    } else if (value === '') return null;
    else params[name.slice(1)] = decodeURIComponent(value);
  }
  return params;
}

/** A link within the page; with a modifier it is any other link. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(changed, listener);
  };
}
