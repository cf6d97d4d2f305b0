import type { RunnerView } from '@countersign/contract';
import { Fact } from '../../design/facts.tsx';
import { Tag } from '../../design/page.tsx';
import { useRunnersTexts } from './use-runners-texts.ts';

type Announcement = NonNullable<RunnerView['announcement']>;

/** T6: what its sandbox means for commands, in words: names alone tell few people anything. */
export function SandboxFact({ announcement: { sandbox, runs_commands } }: { readonly announcement: Announcement }) {
  const texts = useRunnersTexts();
  const meaning = sandbox !== 'none' ? 'held' : runs_commands ? 'unheld' : 'refused';
  const tone = { held: 'good', unheld: 'bad', refused: 'warn' } as const;
  return (
    <Fact title={texts.sandbox}>
      <span className="flex flex-wrap items-center gap-2">
        {texts.sandboxNames[sandbox]}
        <Tag tone={tone[meaning]}>{runs_commands ? texts.runsCommands : texts.refusesCommands}</Tag>
      </span>
      <p className={meaning === 'unheld' ? 'text-small text-pretty text-high' : 'text-small text-pretty text-soft'}>
        {texts.sandboxWords[meaning]}
      </p>
    </Fact>
  );
}
