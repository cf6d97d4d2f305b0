import type { figures as english } from '../en/figures.ts';
import type { Translated } from '../texts.ts';
import { plural } from './plural.ts';

const requests = (count: number): string => `${count} ${plural(count, 'запрос', 'запроса', 'запросов')}`;
const days = (count: number): string => `${count} ${plural(count, 'день', 'дня', 'дней')}`;

export const figures: Translated<typeof english> = {
  intro: 'Кого спрашивают слишком часто, тот перестаёт читать. Сколько здесь спрашивают, как отвечают и что поможет.',
  period: 'Период',
  lastDays: (count) => (count === 1 ? '24 часа' : days(count)),
  empty: (count) => (count === 1 ? 'За 24 часа ничего не просили' : `За ${days(count)} ничего не просили`),
  emptyText: 'Когда агенты начнут о чём-то просить, здесь станет видно, как часто тревожат людей и какие правила.',
  incomplete: 'Вызовов было больше, чем здесь посчитано: это новейшие.',

  perHour: 'Запросов в час',
  askedInAll: (count) => `Всего ${requests(count)}`,
  busiest: (count, hour) => `Больше всего, ${count}, за час с ${hour}`,
  approvedShare: 'Одобрено',
  ofDecided: (approved, rejected, expired, open) =>
    [
      `одобрено ${approved}, отклонено ${rejected}`,
      expired > 0 ? `истекло ${expired}` : '',
      open > 0 ? `без решения ${open}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  timeToDecide: 'Время решения',
  timeToDecideText: 'Половина решений принята быстрее.',
  seconds: (seconds) =>
    seconds < 10
      ? `${String(Math.round(seconds * 10) / 10).replace('.', ',')} с`
      : seconds < 120
        ? `${Math.round(seconds)} с`
        : seconds < 7200
          ? `${Math.round(seconds / 60)} мин`
          : `${Math.round(seconds / 3600)} ч`,
  hasty: 'Быстрее, чем можно прочесть',
  hastyText: (approved) => `из ${approved} одобренных`,
  howCounted: 'Как это считается',
  hastyCounted: (characters) =>
    `Учитываются одобрения, данные раньше, чем показанное успел бы прочесть быстрый читатель: ${characters} ${plural(characters, 'знак', 'знака', 'знаков')} в секунду.`,
  unasked: 'Никого не спросили',
  unaskedText: (byRule, byGrant, denied) =>
    `Разрешено правилом или по низкому риску: ${byRule}, запомненным решением: ${byGrant}. Запрещено: ${denied}.`,

  overTime: 'Запросы по времени',
  overTimeText: 'Когда спрашивали людей и что из этого вышло.',
  chartLabel: (asked, stretches) =>
    `Столбцы: ${requests(asked)}, отрезков времени: ${stretches}. Числа в таблице ниже.`,
  kind: { approved: 'одобрено', rejected: 'отклонено', open: 'не решено' },
  asTable: 'Таблицей',
  column: {
    time: 'С',
    rule: 'Правило',
    asked: 'Спросили',
    approved: 'Одобрено',
    rejected: 'Отклонено',
    hasty: 'Слишком быстро',
    median: 'Время',
    proposal: 'Предложение',
  },

  asking: 'Правила, которые спрашивают чаще всего',
  askingText: 'И что поможет им спрашивать реже или получать ответы вдумчивее.',
  proposal: {
    allow: (what) => `«${what}» одобряют почти всегда. Это может сказать правило, и спрашивать не придётся.`,
    deny: (what) => `«${what}» ни разу не одобрили. Правило может отказывать сразу.`,
    remember: (what) =>
      `О «${what}» спрашивают снова и снова в одной сессии. «Одобрить шире…» на карточке отвечает до её конца, правило — насовсем.`,
    unanswered: (_what, { expired, asked }) =>
      `Без ответа истекло ${expired} из ${asked}. Пусть о них кто-то узнаёт, или дайте больше времени.`,
    read: (_what, { hasty, approved }) =>
      `${hasty} из ${approved} одобрений даны быстрее, чем можно прочесть. Правило может спрашивать с риском HIGH: тогда кнопку надо удерживать.`,
    keep: (_what, { approved, rejected }) =>
      `Спрашивает как надо: люди говорят и «да» (${approved}), и «нет» (${rejected}).`,
  },
  wayTo: {
    allow: 'Создать правило',
    deny: 'Создать правило',
    remember: 'Создать правило',
    unanswered: 'К настройкам',
    read: 'Создать правило',
    keep: '',
  },
};
