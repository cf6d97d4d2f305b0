import { rules as en } from '../../texts/en/rules.ts';
import { rules as ru } from '../../texts/ru/rules.ts';
import type { Translated } from '../../texts/texts.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { rules as zh } from '../../texts/zh/rules.ts';

export function useRulesTexts(): Translated<typeof en> {
  return usePageTexts<Translated<typeof en>>({ en, ru, zh });
}
