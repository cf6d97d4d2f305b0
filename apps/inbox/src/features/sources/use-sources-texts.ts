import { sources as en } from '../../texts/en/sources.ts';
import { sources as ru } from '../../texts/ru/sources.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { sources as zh } from '../../texts/zh/sources.ts';

export function useSourcesTexts() {
  return usePageTexts({ en, ru, zh });
}
