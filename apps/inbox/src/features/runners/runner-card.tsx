import type { RunnerView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { Fact, Facts } from '../../design/facts.tsx';
import { Tag } from '../../design/page.tsx';
import { Ago } from '../../design/time-left.tsx';
import { RemoveRunnerDialog } from './remove-runner-dialog.tsx';
import { SandboxFact } from './sandbox-fact.tsx';
import { useRunnersTexts } from './use-runners-texts.ts';

/** One runner: where it is, what it may reach, and whether it is there now. */
export function RunnerCard({ runner }: { readonly runner: RunnerView }) {
  const texts = useRunnersTexts();
  const { me } = useSession();
  const [isRemoving, setIsRemoving] = useState(false);
  const { announcement } = runner;
  const name = makeVisible(runner.name);
  return (
    <li className="rounded-lg border border-line bg-sheet">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 className="exact font-sans text-large font-semibold">{name}</h2>
        <Presence runner={runner} />
        {me.is_admin ? (
          <Button size="small" look="quiet" icon="deletes" className="ml-auto" onClick={() => setIsRemoving(true)}>
            {texts.remove}
            <span className="sr-only">{name}</span>
          </Button>
        ) : null}
      </header>
      <div className="grid gap-x-8 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]">
        <Facts className="max-md:grid-cols-2">
          <Fact title={texts.machine}>
            <span className="exact font-sans">{makeVisible(runner.machine)}</span>
          </Fact>
          {announcement ? (
            <>
              <Fact title={texts.platform}>
                <span className="exact font-sans">{makeVisible(announcement.platform)}</span>
              </Fact>
              <Fact title={texts.version}>
                <span className="exact font-sans">{makeVisible(announcement.version)}</span>
              </Fact>
            </>
          ) : null}
        </Facts>
        {announcement ? (
          <Facts>
            <Fact title={texts.roots}>
              <ul>
                {announcement.roots.map((root) => (
                  <li key={root} className="exact text-small">
                    {makeVisible(root)}
                  </li>
                ))}
              </ul>
            </Fact>
            <SandboxFact announcement={announcement} />
            <Fact title={texts.tools}>
              <ToolNames names={Object.keys(announcement.tools)} />
            </Fact>
          </Facts>
        ) : (
          <p className="self-center text-soft">{texts.notAnnounced}</p>
        )}
      </div>
      {isRemoving ? <RemoveRunnerDialog runner={runner} onClose={() => setIsRemoving(false)} /> : null}
    </li>
  );
}

function Presence({ runner: { is_present, seen_at } }: { readonly runner: RunnerView }) {
  const texts = useRunnersTexts();
  if (is_present) return <Tag tone="good">{texts.present}</Tag>;
  if (seen_at === null) return <Tag>{texts.neverSeen}</Tag>;
  return (
    <>
      <Tag tone="warn">{texts.away}</Tag>
      <span className="text-small text-soft">
        {texts.lastSeen} <Ago since={seen_at} />
      </span>
    </>
  );
}

function ToolNames({ names }: { readonly names: readonly string[] }) {
  const texts = useRunnersTexts();
  return (
    <details>
      <summary className="min-h-6 cursor-pointer">{texts.toolCount(names.length)}</summary>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name} className="exact rounded-sm border border-line px-1.5 text-small">
            {makeVisible(name)}
          </li>
        ))}
      </ul>
    </details>
  );
}
