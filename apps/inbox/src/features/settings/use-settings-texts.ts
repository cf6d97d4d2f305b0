import { settings as en } from '../../texts/en/settings.ts';
import { settings as ru } from '../../texts/ru/settings.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { settings as zh } from '../../texts/zh/settings.ts';

export function useSettingsTexts() {
  return usePageTexts({ en, ru, zh });
}
