import { sessions as en } from '../../texts/en/sessions.ts';
import { sessions as ru } from '../../texts/ru/sessions.ts';
import type { Translated } from '../../texts/texts.ts';
import { usePageTexts } from '../../texts/use-page-texts.ts';
import { sessions as zh } from '../../texts/zh/sessions.ts';

export type SessionsTexts = Translated<typeof en>;

export function useSessionsTexts(): SessionsTexts {
  return usePageTexts<SessionsTexts>({ en, ru, zh });
}
