import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Page } from '../../design/page.tsx';
import { HowToStart } from './how-to-start.tsx';
import { PairDialog } from './pair-dialog.tsx';
import { RunnerCard } from './runner-card.tsx';
import { useRunners } from './use-runners.ts';
import { useRunnersTexts } from './use-runners-texts.ts';

/** T6: the hands of the agents: which there are, what they may reach, and how one more is added. */
export function RunnersPage() {
  const texts = useRunnersTexts();
  const query = useRunners();
  const { data: runners } = query;
  const [isPairing, setIsPairing] = useState(false);
  return (
    <Page
      title={texts.title}
      text={texts.intro}
      actions={
        <Button look="primary" icon="plus" onClick={() => setIsPairing(true)}>
          {texts.pair}
        </Button>
      }
    >
      {runners ? null : <NotReady query={query} />}
      {runners?.length === 0 ? <HowToStart onPair={() => setIsPairing(true)} /> : null}
      {runners && runners.length > 0 ? (
        <>
          <p className="text-small text-soft">
            {texts.count(runners.filter(({ is_present }) => is_present).length, runners.length)}
          </p>
          <ul className="grid gap-4">
            {runners.map((runner) => (
              <RunnerCard key={runner.runner_id} runner={runner} />
            ))}
          </ul>
        </>
      ) : null}
      {isPairing ? <PairDialog onClose={() => setIsPairing(false)} /> : null}
    </Page>
  );
}
