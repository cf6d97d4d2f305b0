import { people as en } from '../../texts/en/people.ts';
import { people as ru } from '../../texts/ru/people.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { people as zh } from '../../texts/zh/people.ts';

export function usePeopleTexts() {
  return usePageTexts({ en, ru, zh });
}
