import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';

/** A card that has just appeared, or a window that has just come to the front, takes no click for a moment. */
const armDelayMs = 400;

/**
 * Nothing is approved by accident: a click counts only if its press began when the card had been there for a while and
 * the window was in front. `key` says what the buttons stand for; with another one they are disarmed again.
 */
export function useArmed(key: string) {
  const armedAt = useRef(Number.POSITIVE_INFINITY);
  const isPressGood = useRef(false);
  const [isArmed, setIsArmed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another card.
  useEffect(() => {
    armedAt.current = performance.now() + armDelayMs;
    setIsArmed(false);
    const timer = setTimeout(() => setIsArmed(true), armDelayMs);
    return () => clearTimeout(timer);
  }, [key]);

  useEffect(() => {
    const onFocus = (): void => {
      armedAt.current = Math.max(armedAt.current, performance.now() + armDelayMs);
    };
    const onPress = (): void => {
      isPressGood.current = performance.now() >= armedAt.current;
    };
    window.addEventListener('focus', onFocus);
    window.addEventListener('pointerdown', onPress, true);
    return () => {
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('pointerdown', onPress, true);
    };
  }, []);

  /** Lets a click through only if it was meant. A click by key has no press before it. */
  const guard = useCallback(
    (act: () => void) => (event: MouseEvent) => {
      const isMeant = event.detail === 0 ? performance.now() >= armedAt.current : isPressGood.current;
      if (isMeant) act();
    },
    [],
  );
  return { isArmed, guard };
}
