import { makeVisible } from '@countersign/policy/make-visible';
import { useQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { useTexts } from '../../texts/use-texts.ts';

/** The title of a session, and a warning while everything in it is approved. */
export function SessionName({ sessionId }: { readonly sessionId: string }) {
  const { api, projectId } = useSession();
  const { approval } = useTexts();
  const { data } = useQuery({
    queryKey: [...projectKey(projectId), 'session', sessionId],
    queryFn: ({ signal }) =>
      api.call('getSession', { params: { project_id: projectId, session_id: sessionId } }, { signal }),
  });
  return (
    <span>
      {approval.session}{' '}
      <span className="exact font-sans text-ink">{data?.title ? makeVisible(data.title) : sessionId.slice(-6)}</span>
      {data?.banner ? <strong className="ml-2 text-high">{makeVisible(data.banner.text)}</strong> : null}
    </span>
  );
}
