import type { Texts } from '../texts.ts';

export const edit: Texts['edit'] = {
  title: 'Одобрить с другими аргументами',
  tab: { form: 'Форма', json: 'JSON' },
  notJson: 'Это ещё не объект JSON.',
  approve: 'Одобрить изменённое',
  holdToApprove: 'Удерживайте, чтобы одобрить',
  nothingChanged: 'Пока ничего не изменено',
  checking: 'Проверяется…',
  judgedAgain: 'Оценено заново:',
  refused: 'Так выполнить нельзя:',
  changes: 'Изменения',
  missing: 'Обязательное поле.',
  unknownArgument: 'У инструмента нет такого аргумента.',
  wrongType: (expected) => `Ожидается: ${expected}`,
  outOfRange: (min, max) =>
    min === null ? `Не больше ${max}` : max === null ? `Не меньше ${min}` : `От ${min} до ${max}`,
};
