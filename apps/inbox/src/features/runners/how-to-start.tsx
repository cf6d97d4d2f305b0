import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/page.tsx';
import { useRunnersTexts } from './use-runners-texts.ts';

/** While there is none: what a runner is, and the two ways to start one. */
export function HowToStart({ onPair }: { readonly onPair: () => void }) {
  const texts = useRunnersTexts();
  return (
    <div className="grid gap-5">
      <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-2 pt-6 text-center">
        <span className="flex size-12 items-center justify-center rounded-full border border-line bg-sheet text-soft">
          <Icon name="machine" className="size-6" />
        </span>
        <h2 className="text-large font-semibold">{texts.emptyTitle}</h2>
        <p className="text-soft">{texts.emptyText}</p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Panel title={texts.hereTitle}>
          <div className="grid gap-2.5">
            <p className="text-soft">{texts.hereText}</p>
            <CodeBlock text="npx countersign runner" />
          </div>
        </Panel>
        <Panel title={texts.elsewhereTitle}>
          <div className="grid justify-items-start gap-2.5">
            <p className="text-soft">{texts.elsewhereText}</p>
            <Button icon="plus" onClick={onPair}>
              {texts.pair}
            </Button>
          </div>
        </Panel>
      </div>
    </div>
  );
}
