import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export const languages = ['en', 'ru', 'zh'] as const;
export type Language = (typeof languages)[number];
/** Each in its own words, for those who cannot read the one that is chosen. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский', zh: '中文' };

/** What a person chose for this browser. Nothing of it is told to the server. */
export type Preferences = {
  readonly theme: (typeof themes)[number];
  readonly language: Language;
  readonly hasSound: boolean;
  readonly hasNotifications: boolean;
  /** WCAG 2.1.4: shortcuts of a single key can be switched off. */
  readonly hasShortcuts: boolean;
  readonly projectId: string | null;
  readonly savedViews: readonly { readonly name: string; readonly search: string }[];
};

const storageKey = 'countersign.preferences';
const themeKey = 'countersign.theme';
const listeners = new Set<() => void>();
let current: Preferences = read();

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

export function getPreferences(): Preferences {
  return current;
}

export function setPreferences(changed: Partial<Preferences>): void {
  current = { ...current, ...changed };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
    localStorage.setItem(themeKey, current.theme);
  } catch {
    // Storage is closed to us: the choice holds until the page is left.
  }
  apply(current);
  for (const listener of listeners) listener();
}

/** Theme and language, as the document says them; public/theme.js does the first before anything is painted. */
export function apply({ theme, language }: Preferences): void {
  const { documentElement: root } = document;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.lang = language;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Preferences {
  const preset: Preferences = {
    theme: 'system',
    language: languages.find((language) => navigator.language.startsWith(language)) ?? 'en',
    hasSound: false,
    hasNotifications: false,
    hasShortcuts: true,
    projectId: null,
    savedViews: [],
  };
  try {
    return { ...preset, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences>) };
  } catch {
    return preset;
  }
}
