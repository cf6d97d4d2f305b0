import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLiveMessages } from '../../app/live.tsx';
import { useSession } from '../../app/session.tsx';
import { mergePieces, type OutputPiece } from './printed-lines.ts';
import { callKey } from './session-queries.ts';

/** What arrives within this time is shown together: a command can print faster than anyone can read. */
const showEveryMs = 100;

const none: readonly OutputPiece[] = [];

/** What a command has printed so far, and what it goes on to print. */
export function useToolOutput(toolId: string): readonly OutputPiece[] {
  const { api, projectId } = useSession();
  const { data } = useQuery({
    queryKey: [...callKey(projectId, toolId), 'output'],
    queryFn: ({ signal }) =>
      api.call('listToolOutput', { params: { project_id: projectId, tool_id: toolId } }, { signal }),
  });
  const [later, setLater] = useState(none);
  const arrived = useRef<OutputPiece[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveMessages(({ id, event, data: piece }) => {
    if (event !== 'tool.output' || piece.tool_id !== toolId) return;
    const { stream, offset, text } = piece;
    arrived.current.push({ id, stream, offset, text });
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const more = arrived.current.splice(0);
      setLater((before) => [...before, ...more]);
    }, showEveryMs);
  });
  return useMemo(() => mergePieces(data?.chunks ?? none, later), [data, later]);
}
