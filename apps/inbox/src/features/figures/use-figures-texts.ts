import { figures as en } from '../../texts/en/figures.ts';
import { figures as ru } from '../../texts/ru/figures.ts';
import type { Translated } from '../../texts/texts.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { figures as zh } from '../../texts/zh/figures.ts';

export function useFiguresTexts(): Translated<typeof en> {
  return usePageTexts<Translated<typeof en>>({ en, ru, zh });
}
