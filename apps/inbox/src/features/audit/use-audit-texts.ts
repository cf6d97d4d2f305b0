import { audit as en } from '../../texts/en/audit.ts';
import { audit as ru } from '../../texts/ru/audit.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { audit as zh } from '../../texts/zh/audit.ts';

export function useAuditTexts() {
  return usePageTexts({ en, ru, zh });
}
