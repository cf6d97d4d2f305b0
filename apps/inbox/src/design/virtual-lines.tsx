import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { ScrollBox } from './scroll-box.tsx';

const plainRowsMax = 400;
const rowHeight = 22;

/** Many rows in a box that scrolls; of very many, only those on the screen are made. */
export function VirtualLines({
  label,
  count,
  children,
}: {
  readonly label: string;
  readonly count: number;
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
  return (
    <ScrollBox boxRef={scroll} label={label} className="text-small">
      {isVirtual ? (
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
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
