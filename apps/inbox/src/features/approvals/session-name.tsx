import type { SessionView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { Link } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { Icon } from '../../design/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';

export function sessionKey(projectId: string) {
  return [...projectKey(projectId), 'session'] as const;
}

/** The title of a session, and the way to all that happened in it. */
export function SessionName({ sessionId }: { readonly sessionId: string }) {
  const { approval } = useTexts();
  const session = useSessionView(sessionId);
  return (
    <span>
      {approval.session}{' '}
      <Link
        href={`/sessions/${sessionId}`}
        className="exact inline-flex min-h-6 items-center font-sans text-ink underline decoration-line underline-offset-2 hover:decoration-current"
      >
        {session?.title ? makeVisible(session.title) : sessionId.slice(-6)}
      </Link>
    </span>
  );
}

/** A warning, while everything in a session is approved without asking. */
export function SessionBanner({ sessionId }: { readonly sessionId: string }) {
  const { approval } = useTexts();
  const banner = useSessionView(sessionId)?.banner;
  if (!banner) return null;
  return (
    <p className="flex items-start gap-2 rounded-md border border-high bg-high-wash px-3 py-2 text-high">
      <Icon name="warning" className="mt-1 size-4" />
      <span className="min-w-0 flex-1">
        <strong className="exact font-sans font-semibold">{makeVisible(banner.text)}</strong>{' '}
        <Link href={`/sessions/${sessionId}`} className="underline underline-offset-2">
          {approval.toSession}
        </Link>
      </span>
    </p>
  );
}

function useSessionView(sessionId: string): SessionView | undefined {
  const { api, projectId } = useSession();
  const { data } = useQuery({
    queryKey: [...sessionKey(projectId), sessionId],
    queryFn: ({ signal }) =>
      api.call('getSession', { params: { project_id: projectId, session_id: sessionId } }, { signal }),
  });
  return data;
}
