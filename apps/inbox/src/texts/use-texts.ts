import { createContext, useContext } from 'react';
import { english, type Texts } from './texts.ts';

export const TextsContext = createContext<Texts>(english);

/** The texts in the language that was chosen. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}
