import type { Texts } from '../texts.ts';

export const design: Texts['design'] = {
  risk: { LOW: 'Низкий', MEDIUM: 'Средний', HIGH: 'Высокий' },
  status: {
    pending: 'Ожидает',
    approved: 'Одобрено',
    rejected: 'Отклонено',
    expired: 'Срок истёк',
    cancelled: 'Отозвано',
  },
  noDeadline: 'без срока',
  timeIsUp: 'время вышло',
  timeLeft: (clock) => `осталось ${clock}`,
  units: { second: 'с', minute: 'мин', hour: 'ч', day: 'д' },
  justNow: 'только что',
  ago: (time) => `${time} назад`,
  close: 'Закрыть',
  loading: 'Загрузка…',
  notLoaded: 'Не удалось загрузить',
  tryAgain: 'Повторить',
  copy: 'Копировать',
  copied: 'Скопировано',
  unified: 'Одной колонкой',
  sideBySide: 'Рядом',
  unchangedLines: (count) => `Без изменений строк: ${count}`,
  add: 'добавлено',
  remove: 'удалено',
};
