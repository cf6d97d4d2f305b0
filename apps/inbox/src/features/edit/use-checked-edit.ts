import type { ApprovalView, JsonObject } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';

const pauseMs = 250;

/** What the policy says of edited arguments, asked once the typing pauses. Null asks nothing. */
export function useCheckedEdit({ approval_id, digest }: ApprovalView, text: string | null) {
  const { api, projectId } = useSession();
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({
    queryKey: [...projectKey(projectId), 'edit', approval_id, digest, asked],
    enabled: asked !== null && asked === text,
    retry: false,
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId, approval_id };
      const body = { modified_arguments: JSON.parse(asked ?? '{}') as JsonObject };
      return { text: asked, view: await api.call('checkEdit', { params, body }, { signal }) };
    },
  });
}
