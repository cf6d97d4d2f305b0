import { useEffect, useRef } from 'react';

/** Does something when the caller appears on the page: once, however often React mounts it. */
export function useOnce(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    latest.current();
  }, []);
}
