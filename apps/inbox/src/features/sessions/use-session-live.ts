import type { StreamMessage } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveMessages } from '../../app/live.tsx';
import { useSession } from '../../app/session.tsx';
import { addHeard, type Heard, heardNothing } from './heard.ts';
import { callKey, grantsKey, runsKey, sessionKey, treeKey } from './session-queries.ts';
import { useSteadyRefresh } from './use-steady-refresh.ts';

/** Keeps what is shown of a session up to date; says what was heard that the tree does not tell yet. */
export function useSessionLive(sessionId: string): Heard {
  const { projectId } = useSession();
  const queryClient = useQueryClient();
  const [heard, setHeard] = useState<Heard>(heardNothing);
  const refreshTree = useSteadyRefresh(treeKey(projectId, sessionId));
  const refreshRuns = useSteadyRefresh(runsKey(projectId, sessionId));
  const refreshGrants = useSteadyRefresh(grantsKey(projectId, sessionId));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was heard belongs to one session.
  useEffect(() => setHeard(heardNothing), [sessionId]);

  useLiveMessages((message) => {
    if (message.data.session_id !== sessionId || message.event === 'tool.output') return;
    setHeard((before) => addHeard(before, message));
    if (message.event === 'run.delta') return;
    refreshTree();
    if (message.event.startsWith('run.') || isAboutWaiting(message)) refreshRuns();
    if ('tool_id' in message.data)
      void queryClient.invalidateQueries({ queryKey: callKey(projectId, message.data.tool_id) });
    if (message.event === 'grant.created' || message.event === 'grant.revoked') {
      refreshGrants();
      void queryClient.invalidateQueries({ queryKey: sessionKey(projectId, sessionId) });
    }
    // What a grant let through is counted where the grants are.
    if (message.event === 'tool.execution_signal') refreshGrants();
  });
  return heard;
}

/** A run that waits for a person says so, and says when it does not any more. */
function isAboutWaiting({ event }: StreamMessage): boolean {
  return event === 'tool.approval_request' || event === 'approval.resolved' || event === 'tool.execution_signal';
}
