import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** Between two askings; after one that took long, the wait is as long again. */
const pauseMs = 200;

/**
 * Asks for something again after it has changed: never twice at once, and not at every one of many changes. What
 * changes while an answer is on its way is asked for after it.
 */
export function useSteadyRefresh(key: QueryKey): () => void {
  const queryClient = useQueryClient();
  const state = useRef({ isBusy: false, isStale: false, isGone: false });
  const latest = useRef(key);
  latest.current = key;
  useEffect(() => {
    const { current } = state;
    current.isGone = false;
    return () => {
      current.isGone = true;
    };
  }, []);
  return useCallback(() => {
    const { current } = state;
    current.isStale = true;
    if (current.isBusy) return;
    current.isBusy = true;
    const askAgain = async (): Promise<void> => {
      while (current.isStale && !current.isGone) {
        current.isStale = false;
        const startedAt = performance.now();
        await queryClient.invalidateQueries({ queryKey: latest.current });
        await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, performance.now() - startedAt)));
      }
      current.isBusy = false;
    };
    void askAgain();
  }, [queryClient]);
}
