import { VirtualLines } from '../../design/virtual-lines.tsx';
import type { PrintedLine } from './printed-lines.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** Printed lines, those of stderr marked as such. It stays at the end unless somebody has scrolled away from it. */
export function OutputBox({ lines }: { readonly lines: readonly PrintedLine[] }) {
  const texts = useSessionsTexts();
  return (
    <div className="overflow-hidden rounded-md border border-line bg-wash py-1.5">
      <VirtualLines label={texts.output} count={lines.length} isFollowing>
        {(index) => {
          const { stream, text } = lines[index]!;
          const isError = stream === 'stderr';
          return (
            <p key={index} className="grid grid-cols-[2.25rem_minmax(0,1fr)] pr-3">
              <span className="pr-1.5 text-right font-mono text-tiny leading-5 text-high select-none">
                {isError ? <abbr title={texts.errors}>err</abbr> : null}
              </span>
              <span className={isError ? 'exact text-high' : 'exact'}>{text === '' ? ' ' : text}</span>
            </p>
          );
        }}
      </VirtualLines>
    </div>
  );
}
