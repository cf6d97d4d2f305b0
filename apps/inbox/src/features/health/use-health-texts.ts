import { health as en } from '../../texts/en/health.ts';
import { health as ru } from '../../texts/ru/health.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { health as zh } from '../../texts/zh/health.ts';

export function useHealthTexts() {
  return usePageTexts({ en, ru, zh });
}
