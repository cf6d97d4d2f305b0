import { useEffect, useState } from 'react';

const pauseMs = 350;

/** A value once it has stayed the same for a moment: what is still being typed is asked about once, not at each key. */
export function usePaused<Value>(value: Value): Value | null {
  const [paused, setPaused] = useState<Value | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
