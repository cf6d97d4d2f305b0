import type { ToolCall } from '@countersign/tool-call';
import type { Admission } from '../admission/admit-call.ts';
import type { ControlPlane } from '../control-plane.ts';
import { ableRunners, commandTools } from '../runners/able-runners.ts';

/** Tools that change a file. */
export const writingTools: ReadonlySet<string> = new Set(['write', 'write_file', 'edit']);

/**
 * Whether a runner is to be asked what a call would change or run, before a person is: where a person will be asked,
 * there is something to see, and a runner is there to show it. What a rule or a remembered decision allows needs none.
 */
export async function isPreviewWanted(
  { store, clock, settings }: ControlPlane,
  admission: Admission,
  call: ToolCall,
): Promise<boolean> {
  if (admission.verdict !== 'judged' || admission.assessment.outcome !== 'ask' || admission.grant) return false;
  const { target, toolName, projectId } = call.request;
  if (settings.previewWindowMs === 0 || target !== 'runner') return false;
  if (!writingTools.has(toolName) && !commandTools.has(toolName)) return false;
  const now = clock.now();
  return ableRunners(await store.listRunners(projectId, now), call, now).length > 0;
}
