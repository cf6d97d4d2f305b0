import { type ReactNode, useEffect, useState } from 'react';
import { type Language, usePreferences } from '../app/preferences.ts';
import { english, type Texts } from './texts.ts';
import { TextsContext } from './use-texts.ts';

const load: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => english,
  ru: async () => (await import('./ru/all.ts')).russian,
  zh: async () => (await import('./zh/all.ts')).chinese,
};

/** Other languages than English are loaded when they are chosen. */
export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const { language } = usePreferences();
  const [texts, setTexts] = useState<Texts | null>(language === 'en' ? english : null);
  useEffect(() => {
    let isWanted = true;
    const show = (loaded: Texts): void => {
      if (isWanted) setTexts(loaded);
    };
    load[language]().then(show, () => show(english));
    return () => {
      isWanted = false;
    };
  }, [language]);
  return texts === null ? null : <TextsContext value={texts}>{children}</TextsContext>;
}
