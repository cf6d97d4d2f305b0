import type { Language } from '../app/preferences.ts';

/** A day and a time of it, as people write them in a language. */
export function dateTimeText(time: string, language: Language): string {
  return formatOf(language, 'moment').format(new Date(time));
}

export function dayText(time: string, language: Language): string {
  return formatOf(language, 'day').format(new Date(time));
}

/** To the second. */
export function timeOfDayText(time: string, language: Language): string {
  return formatOf(language, 'time').format(new Date(time));
}

const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'full' },
  time: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one takes far longer than using it, and a list has a time in every row. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: Language, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${language} ${style}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(localeOf(language), styles[style]);
  formats.set(key, made);
  return made;
}

/** British people and Americans read the same words, and write days differently. */
function localeOf(language: Language): string {
  return navigator.languages.find((locale) => locale.startsWith(language)) ?? language;
}
