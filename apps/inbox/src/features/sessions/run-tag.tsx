import type { RunStatus } from '@countersign/contract';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Tag } from '../../design/page.tsx';
import { useSessionsTexts } from './use-sessions-texts.ts';

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

const looks: Readonly<Record<RunStatus, { readonly icon: IconName; readonly tone: Tone }>> = {
  queued: { icon: 'clock', tone: 'plain' },
  running: { icon: 'play', tone: 'accent' },
  paused: { icon: 'pause', tone: 'warn' },
  completed: { icon: 'check', tone: 'good' },
  stopped: { icon: 'stop', tone: 'warn' },
  failed: { icon: 'warning', tone: 'bad' },
  cancelled: { icon: 'stop', tone: 'plain' },
};

export function RunTag({ status }: { readonly status: RunStatus }) {
  const { runStatus } = useSessionsTexts();
  const { icon, tone } = looks[status];
  return (
    <Tag tone={tone}>
      <Icon name={icon} className="size-3.5" />
      {runStatus[status]}
    </Tag>
  );
}
