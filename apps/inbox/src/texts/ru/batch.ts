import type { Texts } from '../texts.ts';

export const batch: Texts['batch'] = {
  title: (count) => `Решить вызовы: ${count}`,
  approve: (count) => `Одобрить ${count}`,
  holdToApprove: (count) => `Удерживайте, чтобы одобрить ${count}`,
  reject: (count) => `Отклонить ${count}`,
  cannotApprove: 'Один из них нельзя показать целиком, поэтому вместе их одобрить нельзя.',
  result: (done, of) => `Решено как сказано: ${done} из ${of}`,
};
