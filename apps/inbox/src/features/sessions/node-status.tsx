import { classNames } from '../../design/class-names.ts';
import { Icon, type IconName } from '../../design/icon.tsx';
import { useSessionsTexts } from './use-sessions-texts.ts';

type Look = { readonly icon: IconName; readonly tone: string };

const quiet = 'text-soft';
const busy = 'text-accent';
const bad = 'text-high';

const looks: Readonly<Record<string, Look>> = {
  pending: { icon: 'clock', tone: quiet },
  awaiting_approval: { icon: 'people', tone: busy },
  approved: { icon: 'clock', tone: quiet },
  executing: { icon: 'play', tone: busy },
  running: { icon: 'play', tone: busy },
  answered: { icon: 'play', tone: busy },
  queued: { icon: 'clock', tone: quiet },
  paused: { icon: 'pause', tone: quiet },
  completed: { icon: 'check', tone: quiet },
  rejected: { icon: 'cross', tone: bad },
  timeout: { icon: 'clock', tone: bad },
  failed: { icon: 'warning', tone: bad },
  cancelled: { icon: 'stop', tone: quiet },
  stopped: { icon: 'stop', tone: bad },
  interrupted: { icon: 'stop', tone: quiet },
  unknown: { icon: 'warning', tone: bad },
};

/** How something stands: a sign and a word. */
export function NodeStatus({ status }: { readonly status: string }) {
  const texts = useSessionsTexts();
  const { icon, tone } = looks[status] ?? { icon: 'more', tone: quiet };
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-1 text-small', tone)}>
      <Icon name={icon} className="size-3.5" />
      {(texts.status as Readonly<Record<string, string>>)[status] ?? status}
    </span>
  );
}
