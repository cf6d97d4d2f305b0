import type { FiguresView } from '@countersign/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLiveMessages } from '../../app/live.tsx';
import { projectKey } from '../../app/query-client.ts';
import { Link, useLocation } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { Answer } from '../../design/answer.tsx';
import { classNames } from '../../design/class-names.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { Page } from '../../design/page.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useSteadyRefresh } from '../sessions/use-steady-refresh.ts';
import { AskingRules } from './asking-rules.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { RequestsOverTime } from './requests-over-time.tsx';
import { useFiguresTexts } from './use-figures-texts.ts';

const dayChoices = [1, 7, 30] as const;
const daysPreset = 7;

/** Whether people are asked so often that nobody reads any more, and what would help. */
export function FiguresPage() {
  const { shell } = useTexts();
  const texts = useFiguresTexts();
  const { search } = useLocation();
  const days = dayChoices.find((each) => String(each) === search.get('days')) ?? daysPreset;
  const figures = useFigures(days);
  return (
    <Page title={shell.pages.figures} text={texts.intro} actions={<DayChoice days={days} />}>
      <Answer of={figures}>{(view) => <Figures figures={view} days={days} />}</Answer>
    </Page>
  );
}

function Figures({ figures, days }: { readonly figures: FiguresView; readonly days: number }) {
  const texts = useFiguresTexts();
  const { unasked, asked } = figures;
  if (asked + unasked.allowed_by_rule + unasked.allowed_by_grant + unasked.denied === 0)
    return <EmptyState icon="figures" level={2} title={texts.empty(days)} text={texts.emptyText} />;
  return (
    <div className="grid gap-5">
      <FigureTiles figures={figures} />
      {asked > 0 ? (
        <>
          <RequestsOverTime figures={figures} />
          <AskingRules rules={figures.rules} />
        </>
      ) : null}
      {figures.is_complete ? null : <p className="text-small text-soft">{texts.incomplete}</p>}
    </div>
  );
}

function DayChoice({ days }: { readonly days: number }) {
  const texts = useFiguresTexts();
  return (
    <nav aria-label={texts.period} className="flex rounded-md border border-line bg-sheet p-0.5">
      {dayChoices.map((each) => (
        <Link
          key={each}
          href={each === daysPreset ? '/figures' : `/figures?days=${each}`}
          aria-current={each === days ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-8 items-center rounded-sm px-3 text-small font-medium',
            each === days ? 'bg-accent-wash text-accent' : 'text-soft hover:text-ink',
          )}
        >
          {texts.lastDays(each)}
        </Link>
      ))}
    </nav>
  );
}

function useFigures(days: number) {
  const { api, projectId } = useSession();
  const queryKey = [...projectKey(projectId), 'figures', days];
  const refresh = useSteadyRefresh(queryKey);
  useLiveMessages(({ event }) => {
    if (event === 'tool.approval_request' || event === 'approval.resolved') refresh();
  });
  return useQuery({
    queryKey,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call('getFigures', { params: { project_id: projectId }, query: { days } }, { signal }),
  });
}
