import { tools as en } from '../../texts/en/tools.ts';
import { tools as ru } from '../../texts/ru/tools.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { tools as zh } from '../../texts/zh/tools.ts';

export function useToolsTexts() {
  return usePageTexts({ en, ru, zh });
}
