import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';

/** What has just appeared or moved, and a window that has just come to the front, take no click for a moment. */
const armDelayMs = 400;

/**
 * Nothing is approved by accident: a click counts only if its press began when the buttons had been where they are for
 * a while and the window was in front. `key` says what the buttons stand for; with another one they are disarmed again,
 * and so they are when the size of `boxRef`, in which they stand, has changed.
 */
export function useArmed(key: string) {
  const armedAt = useRef(Number.POSITIVE_INFINITY);
  const isPressGood = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const boxRef = useRef<HTMLElement>(null);
  const [isArmed, setIsArmed] = useState(false);

  const disarm = useCallback((): void => {
    armedAt.current = performance.now() + armDelayMs;
    setIsArmed(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsArmed(true), armDelayMs);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another card.
  useEffect(() => {
    disarm();
    return () => clearTimeout(timer.current);
  }, [key, disarm]);

  useEffect(() => {
    const onPress = (): void => {
      isPressGood.current = performance.now() >= armedAt.current;
    };
    const observer = new ResizeObserver(disarm);
    if (boxRef.current) observer.observe(boxRef.current, { box: 'border-box' });
    window.addEventListener('focus', disarm);
    window.addEventListener('pointerdown', onPress, true);
    return () => {
      observer.disconnect();
      window.removeEventListener('focus', disarm);
      window.removeEventListener('pointerdown', onPress, true);
    };
  }, [disarm]);

  /** Lets a click through only if it was meant. A click by key has no press before it. */
  const guard = useCallback(
    (act: () => void) => (event: MouseEvent) => {
      const isMeant = event.detail === 0 ? performance.now() >= armedAt.current : isPressGood.current;
      if (isMeant) act();
    },
    [],
  );
  return { isArmed, guard, boxRef };
}
