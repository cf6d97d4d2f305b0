import type { PrincipalView, ProjectView } from '@countersign/contract';
import { createContext, type ReactNode, useContext } from 'react';
import type { Api } from './api.ts';

/** Who looks at the page, at which project, and how to ask the server. */
export type Session = {
  readonly api: Api;
  readonly me: PrincipalView;
  readonly projects: readonly ProjectView[];
  readonly projectId: string;
  readonly chooseProject: (projectId: string) => void;
};

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('there is no session around this');
  return session;
}
