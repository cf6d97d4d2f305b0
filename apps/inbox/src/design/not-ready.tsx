import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './page.tsx';

/** Stands in a page for what is on its way, or says in the server's words why it does not come. */
export function NotReady({
  query: { error, refetch },
}: {
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
}) {
  const { design } = useTexts();
  if (!error) return <Loading text={design.loading} />;
  return (
    <div role="alert">
      <EmptyState icon="warning" level={2} title={design.notLoaded} text={error.message}>
        <Button icon="refresh" onClick={() => void refetch()}>
          {design.tryAgain}
        </Button>
      </EmptyState>
    </div>
  );
}
