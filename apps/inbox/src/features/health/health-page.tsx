import type { HealthView } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { Answer } from '../../design/answer.tsx';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { ServerFacts } from './server-facts.tsx';
import { useHealthTexts } from './use-health-texts.ts';

type Check = HealthView['checks'][number];
type Status = Check['status'];

const askEveryMs = 3_000;

/** From what matters most to what matters least. */
const statuses: readonly Status[] = ['trouble', 'notice', 'ok'];

const looks: Readonly<Record<Status, { readonly icon: IconName; readonly tone: string }>> = {
  ok: { icon: 'check', tone: 'bg-low-wash text-low' },
  notice: { icon: 'medium', tone: 'bg-medium-wash text-medium' },
  trouble: { icon: 'high', tone: 'bg-high-wash text-high' },
};

/** What an administrator looks at when something is slow or stuck. */
export function HealthPage() {
  const texts = useHealthTexts();
  const { me } = useSession();
  if (me.is_admin) return <Health />;
  return (
    <Page title={texts.title} text={texts.intro}>
      <EmptyState icon="health" level={2} title={texts.adminsOnly} text={texts.adminsOnlyText} />
    </Page>
  );
}

function Health() {
  const texts = useHealthTexts();
  const query = useHealth();
  return (
    <Page
      title={texts.title}
      text={texts.intro}
      actions={
        <Button icon="refresh" onClick={() => void query.refetch()}>
          {texts.askNow}
        </Button>
      }
    >
      <Answer of={query}>{(health) => <Findings health={health} isOld={query.error !== null} />}</Answer>
    </Page>
  );
}

function useHealth() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...projectKey(projectId), 'health'],
    queryFn: ({ signal }) => api.call('getHealth', {}, { signal }),
    refetchInterval: askEveryMs,
    staleTime: 0,
    // The next one is asked for soon enough, and what is shown says that this one did not come.
    retry: false,
  });
}

function Findings({ health, isOld }: { readonly health: HealthView; readonly isOld: boolean }) {
  const texts = useHealthTexts();
  return (
    <>
      {isOld ? (
        <p role="alert" className="flex items-center gap-2 rounded-md bg-medium-wash px-4 py-2 text-medium">
          <Icon name="warning" />
          {texts.stale}
        </p>
      ) : null}
      <Overall checks={health.checks} />
      <Panel title={texts.parts} isFlush>
        <ul>
          {health.checks.map((check) => (
            <CheckRow key={check.check} check={check} />
          ))}
        </ul>
      </Panel>
      <ServerFacts health={health} />
    </>
  );
}

function Overall({ checks }: { readonly checks: readonly Check[] }) {
  const texts = useHealthTexts();
  const worst = statuses.find((status) => checks.some((check) => check.status === status)) ?? 'ok';
  const count = checks.filter(({ status }) => status === worst).length;
  return (
    <div role="status" className="flex items-center gap-4 rounded-lg border border-line bg-sheet px-4 py-4">
      <Sign status={worst} className="size-11" iconClassName="size-6" />
      <div className="min-w-0">
        <h2 className="text-large font-semibold">{worst === 'ok' ? texts.overall.ok : texts.overall[worst](count)}</h2>
        <p className="text-soft">{texts.overallText[worst]}</p>
      </div>
    </div>
  );
}

function CheckRow({ check: { check, status, text } }: { readonly check: Check }) {
  const texts = useHealthTexts();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-3 last:border-0 md:grid-cols-[auto_9rem_minmax(0,1fr)]">
      <Sign status={status} className="size-6" iconClassName="size-4" />
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 md:block">
        <h3 className="font-medium">{texts.checks[check]}</h3>
        <p className={classNames('text-small', status === 'ok' ? 'text-soft' : 'font-medium')}>
          {texts.status[status]}
        </p>
      </div>
      <p className="min-w-0 break-words whitespace-pre-wrap max-md:col-start-2">{text}</p>
    </li>
  );
}

/** The shape of the sign tells the states apart as well as its colour; the word stands beside it. */
function Sign({
  status,
  className,
  iconClassName,
}: {
  readonly status: Status;
  readonly className: string;
  readonly iconClassName: string;
}) {
  const { icon, tone } = looks[status];
  return (
    <span className={classNames('flex shrink-0 items-center justify-center rounded-full', tone, className)}>
      <Icon name={icon} className={iconClassName} />
    </span>
  );
}
