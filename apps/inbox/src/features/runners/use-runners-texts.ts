import { runners as en } from '../../texts/en/runners.ts';
import { runners as ru } from '../../texts/ru/runners.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { runners as zh } from '../../texts/zh/runners.ts';

export function useRunnersTexts() {
  return usePageTexts({ en, ru, zh });
}
