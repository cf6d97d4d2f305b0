import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { ScrollBox } from './scroll-box.tsx';

const plainRowsMax = 400;
const rowHeight = 22;
/** So near to the end counts as being there. */
const nearPx = 30;

/** Many rows in a box that scrolls; of very many, only those on the screen are made. */
export function VirtualLines({
  label,
  count,
  isFollowing = false,
  children,
}: {
  readonly label: string;
  readonly count: number;
  /** Stays at the end while rows are added, unless somebody has scrolled away from it. */
  readonly isFollowing?: boolean;
  readonly children: (index: number) => ReactNode;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const isVirtual = count > plainRowsMax;
  const virtual = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  const height = isVirtual ? virtual.getTotalSize() : count;
  useFollowing(scroll, isFollowing, height);
  return (
    <ScrollBox boxRef={scroll} label={label} className="text-small">
      {isVirtual ? (
        <div className="relative" style={{ height }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(index)}
            </div>
          ))}
        </div>
      ) : (
        Array.from({ length: count }, (_, index) => children(index))
      )}
    </ScrollBox>
  );
}

/** `height` says that something was added. */
function useFollowing(scroll: { readonly current: HTMLElement | null }, isFollowing: boolean, height: number): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const box = scroll.current;
    if (!box || !isFollowing) return;
    const onScroll = (): void => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [scroll, isFollowing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the sign that something was added.
  useEffect(() => {
    const box = scroll.current;
    if (box && isFollowing && isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [scroll, isFollowing, height]);
}
