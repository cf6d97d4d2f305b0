import type { Language } from '../app/preferences.ts';

/** A day and a time of it, as people write them in a language. */
export function dateTimeText(time: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
}

export function dayText(time: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(new Date(time));
}

/** To the second. */
export function timeOfDayText(time: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(new Date(time));
}
