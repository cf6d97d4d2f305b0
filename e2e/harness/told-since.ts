import type { ProjectId, ToolCallId } from '@countersign/contract';
import { projectEvent } from '@countersign/control-plane';
import type { Stage } from './stage.ts';

/** Numbers of the messages that a user of the project is to be told after a place in the log, from the log itself. */
export async function toldSince({ server, projectId }: Stage, after: number): Promise<number[]> {
  const { store } = server.plane;
  const log = await store.listEvents({ after, limit: 100_000, projectId: projectId as ProjectId });
  const subjects = [...new Set(log.map(({ subjectId }) => subjectId as ToolCallId))];
  const calls = new Map((await store.findCalls(subjects)).map((call) => [call.id, call]));
  return log
    .map((event) => projectEvent(event, calls.get(event.subjectId as ToolCallId) ?? null)?.id ?? null)
    .filter((id) => id !== null);
}
