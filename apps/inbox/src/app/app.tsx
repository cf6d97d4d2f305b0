import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { EmptyState } from '../design/empty-state.tsx';
import { ToastProvider } from '../design/toast.tsx';
import { ApprovalsProvider } from '../features/approvals/approvals-provider.tsx';
import { Attention } from '../features/approvals/attention.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { type Api, createApi } from './api.ts';
import { LiveProvider } from './live.tsx';
import { openSession } from './open-session.ts';
import { setPreferences } from './preferences.ts';
import { createQueryClient } from './query-client.ts';
import { currentLocation, matchPath, useLocation } from './router.tsx';
import { pageRoutes } from './routes.tsx';
import { type Session, SessionProvider } from './session.tsx';
import { Shell } from './shell.tsx';
import { SignInPage } from './sign-in-page.tsx';

type State =
  | { readonly kind: 'opening' }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'no_project' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'open'; readonly session: Omit<Session, 'chooseProject'> };

const retryMs = 2_000;

/** Finds out who is there, and puts everything around the page that the address names. */
export function App() {
  const [api] = useState<Api>(createApi);
  const [queryClient] = useState(createQueryClient);
  const [state, setState] = useState<State>({ kind: 'opening' });
  const { shell } = useTexts();
  const { path } = useLocation();

  useEffect(() => {
    if (state.kind === 'opening') void openSession(api, currentLocation().path).then(setState);
    if (state.kind !== 'unreachable') return;
    const timer = setTimeout(() => setState({ kind: 'opening' }), retryMs);
    return () => clearTimeout(timer);
  }, [api, state]);

  if (path === '/sign-in' || state.kind === 'signed_out') return <SignInPage />;
  if (state.kind === 'opening') return <p className="p-6 text-soft">{shell.opening}</p>;
  if (state.kind === 'no_project')
    return <EmptyState icon="inbox" title={shell.noProject} text={shell.noProjectText} />;
  if (state.kind === 'unreachable')
    return <EmptyState icon="warning" title={shell.unreachable} text={shell.unreachableText} />;

  const chooseProject = (projectId: string): void => {
    setPreferences({ projectId });
    setState({ kind: 'open', session: { ...state.session, projectId } });
  };
  const signOut = async (): Promise<void> => {
    await api.call('signOut', {}).catch(() => null);
    queryClient.clear();
    setState({ kind: 'signed_out' });
  };
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider session={{ ...state.session, chooseProject }}>
        <ToastProvider>
          <LiveProvider key={state.session.projectId} onSignedOut={() => setState({ kind: 'signed_out' })}>
            <ApprovalsProvider>
              <Attention />
              <Shell onSignOut={() => void signOut()}>
                <Suspense fallback={<p className="p-6 text-soft">{shell.opening}</p>}>
                  <CurrentPage />
                </Suspense>
              </Shell>
            </ApprovalsProvider>
          </LiveProvider>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}

function CurrentPage() {
  const { path } = useLocation();
  const { shell } = useTexts();
  for (const { path: pattern, page: Page } of pageRoutes) {
    const params = matchPath(pattern, path);
    if (params) return <Page params={params} />;
  }
  return <EmptyState icon="search" title={shell.noPage} text={shell.noPageText} />;
}
