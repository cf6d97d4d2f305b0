import type { ApprovalView } from '@countersign/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { useConnection, useLiveMessages } from '../../app/live.tsx';
import { useSession } from '../../app/session.tsx';
import {
  approvalKey,
  type Changes,
  including,
  loadPending,
  pendingKey,
  recentKey,
  without,
} from './approval-queries.ts';
import { sessionKey } from './session-name.tsx';
import { sessionTitlesKey } from './use-session-titles.ts';

type Approvals = {
  /** Oldest first; undefined until the first answer. */
  readonly pending: readonly ApprovalView[] | undefined;
  readonly error: Error | null;
  readonly reload: () => void;
  /** The latest that came by the stream, for whoever wants to tell of it. */
  readonly arrived: ApprovalView | null;
  /** A decision of this page is known here before the stream tells of it. */
  readonly markDecided: (approvalId: string) => void;
};

const ApprovalsContext = createContext<Approvals | null>(null);

/** Single approvals are asked for up to this many at a time; a flood of them is one list. */
const asksMax = 20;

const recentPauseMs = 250;

/** What waits for a decision in this project, kept up to date by the stream. */
export function ApprovalsProvider({ children }: { readonly children: ReactNode }) {
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const connection = useConnection();
  const changes = useRef<Changes>(new Map());
  const asked = useRef(0);
  const recentTimer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [arrived, setArrived] = useState<ApprovalView | null>(null);
  const key = pendingKey(projectId);
  const {
    data: pending,
    error,
    refetch,
  } = useQuery({
    queryKey: key,
    // The stream first: what comes while the list is on its way is then heard of.
    enabled: connection !== 'connecting',
    queryFn: ({ signal }) => loadPending({ api, queryClient, projectId, changes: changes.current }, signal),
  });

  const change = (approvalId: string, approval: ApprovalView | null): void => {
    changes.current.set(approvalId, { at: performance.now(), approval });
    queryClient.setQueryData<readonly ApprovalView[]>(key, (list) =>
      list === undefined ? undefined : approval === null ? without(list, approvalId) : including(list, approval),
    );
  };
  const fetchArrived = async (approvalId: string): Promise<void> => {
    if (asked.current >= asksMax) return void queryClient.invalidateQueries({ queryKey: key });
    asked.current += 1;
    try {
      const params = { project_id: projectId, approval_id: approvalId };
      const approval = await api.call('getApproval', { params });
      queryClient.setQueryData(approvalKey(projectId, approvalId), approval);
      if (approval.status !== 'pending' || changes.current.get(approvalId)?.approval === null) return;
      change(approvalId, approval);
      setArrived(approval);
    } catch {
      void queryClient.invalidateQueries({ queryKey: key });
    } finally {
      asked.current -= 1;
    }
  };
  const markDecided = (approvalId: string): void => {
    change(approvalId, null);
    void queryClient.invalidateQueries({ queryKey: approvalKey(projectId, approvalId) });
    // Many may be decided or expire at once: what was decided is then asked for once.
    recentTimer.current ??= setTimeout(() => {
      recentTimer.current = null;
      void queryClient.invalidateQueries({ queryKey: recentKey(projectId) });
    }, recentPauseMs);
  };

  useLiveMessages((message) => {
    if (message.event === 'tool.approval_request') void fetchArrived(message.data.approval_id);
    if (message.event === 'approval.resolved') markDecided(message.data.approval_id);
    if (message.event === 'session.created')
      void queryClient.invalidateQueries({ queryKey: sessionTitlesKey(projectId) });
    // Whether everything in a session is approved is said on each of its cards.
    if (message.event === 'grant.created' || message.event === 'grant.revoked')
      void queryClient.invalidateQueries({ queryKey: sessionKey(projectId) });
  });

  return (
    <ApprovalsContext value={{ pending, error, reload: () => void refetch(), arrived, markDecided }}>
      {children}
    </ApprovalsContext>
  );
}

export function useApprovals(): Approvals {
  const approvals = useContext(ApprovalsContext);
  if (!approvals) throw new Error('there are no approvals around this');
  return approvals;
}
