const rules = new Intl.PluralRules('ru');

/** The form of a word after a number: 1 запись, 2 записи, 5 записей. */
export function plural(count: number, one: string, few: string, many: string): string {
  const form = rules.select(count);
  return form === 'one' ? one : form === 'few' ? few : many;
}
