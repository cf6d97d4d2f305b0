import { useMemo } from 'react';
import { OutputBox } from './output-box.tsx';
import { Part } from './part.tsx';
import { printedLines } from './printed-lines.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';
import { useToolOutput } from './use-tool-output.ts';

/** T7: what a command prints, while it prints it. */
export function LiveOutput({ toolId, isRunning }: { readonly toolId: string; readonly isRunning: boolean }) {
  const texts = useSessionsTexts();
  const pieces = useToolOutput(toolId);
  const lines = useMemo(() => printedLines(pieces), [pieces]);
  if (lines.length === 0 && !isRunning) return null;
  return (
    <Part title={texts.output} aside={isRunning ? texts.stillRunning : undefined}>
      {lines.length === 0 ? <p className="text-small text-soft">{texts.noOutput}</p> : <OutputBox lines={lines} />}
    </Part>
  );
}
