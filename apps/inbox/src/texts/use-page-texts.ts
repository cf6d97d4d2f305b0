import { type Language, usePreferences } from '../app/preferences.ts';

/**
 * Texts of one page in the language that is chosen. They come with the page, not with the first load: all languages of
 * one page are less than one language of all pages.
 */
export function usePageTexts<Texts>(texts: Readonly<Record<Language, Texts>>): Texts {
  return texts[usePreferences().language];
}
