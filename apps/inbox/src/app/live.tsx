import type { StreamMessage, StreamMessageName } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { addressOf } from './api.ts';
import { projectKey } from './query-client.ts';
import { useSession } from './session.tsx';

export type Connection = 'connecting' | 'live' | 'lost';
type Listener = (message: StreamMessage) => void;
type Live = { readonly connection: Connection; readonly listen: (listener: Listener) => () => void };

const LiveContext = createContext<Live | null>(null);

/** Names of messages that pages listen to: a stream of the browser tells only those that it was asked for. */
const names: readonly StreamMessageName[] = [
  'tool.approval_request',
  'tool.execution_signal',
  'tool.output',
  'tool.cancel_signal',
  'tool.result_ack',
  'tool.status',
  'approval.resolved',
  'chat.message',
  'run.status',
  'run.turn',
  'run.delta',
  'run.notice',
  'session.created',
  'grant.created',
  'grant.revoked',
];

const firstRetryMs = 500;
const retryMsMax = 5_000;

/**
 * One stream for the page. What is on the screen is a snapshot that the stream keeps up to date: each time the stream
 * opens, everything of the project is asked for again, so that nothing is missed while it was away.
 */
export function LiveProvider({
  onSignedOut,
  children,
}: {
  readonly onSignedOut: () => void;
  readonly children: ReactNode;
}) {
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const listeners = useRef(new Set<Listener>());
  const signedOut = useRef(onSignedOut);
  signedOut.current = onSignedOut;

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    const close = (): void => {
      clearTimeout(timer);
      source?.close();
      source = null;
    };
    const lose = (): void => {
      close();
      setConnection('lost');
      timer = setTimeout(open, Math.min(retryMsMax, firstRetryMs * 2 ** tries));
      tries += 1;
      // A stream does not say why it ended; a request does.
      api.call('whoAmI', {}).catch((error: { readonly status?: number }) => {
        if (error.status === 401) signedOut.current();
      });
    };
    const open = (): void => {
      close();
      source = new EventSource(addressOf(COUNTERSIGN_ENDPOINTS.streamEvents[1], { params: { project_id: projectId } }));
      source.onopen = () => {
        if (tries > 0) void queryClient.invalidateQueries({ queryKey: projectKey(projectId) });
        tries = 0;
        setConnection('live');
      };
      source.onerror = lose;
      for (const event of names) {
        source.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
          const message = { id: Number(lastEventId), event, data: JSON.parse(data) } as StreamMessage;
          for (const listener of listeners.current) listener(message);
        });
      }
    };
    const onOffline = (): void => {
      close();
      tries += 1;
      setConnection('lost');
    };
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', open);
    open();
    return () => {
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', open);
      close();
    };
  }, [api, projectId, queryClient]);

  const [listen] = useState(() => (listener: Listener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  });
  return <LiveContext value={{ connection, listen }}>{children}</LiveContext>;
}

export function useConnection(): Connection {
  return useLive().connection;
}

/** Hears every message of the stream for as long as the caller is on the page. */
export function useLiveMessages(listener: Listener): void {
  const { listen } = useLive();
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => listen((message) => latest.current(message)), [listen]);
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('there is no stream around this');
  return live;
}
