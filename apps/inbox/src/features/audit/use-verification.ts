import type { VerificationLine } from '@countersign/contract';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { readLines } from './read-lines.ts';

export type Verdict = Extract<VerificationLine, { readonly ok: boolean }>;

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly verified: number; readonly of: number | null }
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly error: Error };

/** A verification that can be started and stopped. It ends with whoever looks at it. */
export function useVerification(cutShortText: string) {
  const { api } = useSession();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = (): void => {
    running.current?.abort();
    running.current = null;
    setState({ kind: 'idle' });
  };
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current?.abort();
    running.current = controller;
    setState({ kind: 'running', verified: 0, of: null });
    try {
      for await (const line of readLines(await api.send('verifyLog', {}, { signal }))) {
        if (signal.aborted) return;
        const told = line as VerificationLine;
        if ('ok' in told) return setState({ kind: 'done', verdict: told });
        setState({ kind: 'running', verified: told.verified, of: told.of });
      }
      // No verdict is no verdict, least of all a good one.
      setState({ kind: 'failed', error: new Error(cutShortText) });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error: error as Error });
    }
  };
  return { state, start: () => void start(), stop };
}
