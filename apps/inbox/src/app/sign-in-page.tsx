import { CopyButton } from '../design/copy-button.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useLocation } from './router.tsx';

const command = 'npx countersign link';

/** There is no password here: a link from the terminal signs a browser in, once. */
export function SignInPage() {
  const { shell } = useTexts();
  const { search } = useLocation();
  const isSpent = search.get('problem') === 'link_spent';
  return (
    <main className="min-h-full">
      <EmptyState
        icon="keyboard"
        title={isSpent ? shell.linkSpent : shell.signedOut}
        text={isSpent ? shell.linkSpentText : shell.signedOutText}
      >
        <p className="text-soft">{shell.newLink}</p>
        <div className="flex items-center gap-2 rounded-md border border-line bg-sheet py-1 pr-1.5 pl-3">
          <code className="exact text-small">{command}</code>
          <CopyButton text={command} />
        </div>
      </EmptyState>
    </main>
  );
}
