import type { health as english } from '../en/health.ts';
import type { Translated } from '../texts.ts';
import { plural } from './plural.ts';

export const health: Translated<typeof english> = {
  title: 'Состояние',
  intro: 'Как дела у сервера, по частям. Пока вы смотрите, запрос повторяется каждые несколько секунд.',
  adminsOnly: 'Состояние сервера видят только администраторы',
  adminsOnlyText: 'Спросите кого-нибудь из них, если что-то тормозит или зависло. Есть ли связь — видно наверху.',
  overall: {
    ok: 'Всё работает',
    notice: (count) => `Работает; обратите внимание на ${count} ${plural(count, 'часть', 'части', 'частей')}`,
    trouble: (count) => `Неполадки в ${count} ${plural(count, 'части', 'частях', 'частях')}`,
  },
  overallText: {
    ok: 'Ни одна часть сервера не требует внимания.',
    notice: 'Ничего не сломано. Посмотрите отмеченное ниже, когда будет время.',
    trouble: 'Посмотрите отмеченное ниже: там сказано, что делать.',
  },
  status: { ok: 'Работает', notice: 'Внимание', trouble: 'Неполадка' },
  askNow: 'Спросить сейчас',
  parts: 'Части',
  checks: {
    database: 'База данных',
    log: 'Журнал',
    disk: 'Диск',
    policy: 'Файл правил',
    access: 'Файл доступа',
    approvals: 'Запросы',
    runners: 'Исполнители',
    runs: 'Запуски агентов',
    models: 'Модели',
    sources: 'Источники',
  },
  server: 'Сервер',
  version: 'Версия',
  node: 'Node.js',
  uptime: 'Работает уже',
  since: 'Запущен',
  memory: 'Память',
  database: 'База данных',
  databases: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
  streams: 'Открытые потоки',
  streamsHint: 'Страницы, агенты и исполнители, которые следят за происходящим.',
  stale: 'Сервер только что не ответил. Здесь то, что было до этого.',
};
