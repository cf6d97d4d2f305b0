import { useCallback, useEffect, useRef, useState } from 'react';

/** So near to the end counts as being there. */
const nearPx = 48;

/**
 * A box that grows at its end stays there, until somebody scrolls away to read; then it stays where it is. `box` scrolls, `content`
 * is what grows in it.
 */
export function useFollowEnd() {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const isAtEnd = useRef(true);
  const [isAway, setIsAway] = useState(false);

  const toEnd = useCallback((): void => {
    isAtEnd.current = true;
    setIsAway(false);
    box?.scrollTo({ top: box.scrollHeight });
  }, [box]);

  useEffect(() => {
    if (!box || !content) return;
    const onScroll = (): void => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
      setIsAway(!isAtEnd.current);
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) box.scrollTo({ top: box.scrollHeight });
    });
    observer.observe(content);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, [box, content]);

  return { boxRef: setBox, contentRef: setContent, isAway, toEnd };
}
