import type { ToolCall } from '@countersign/tool-call';
import { mayRun } from '../calls/claim-call.ts';
import { limits } from '../control-plane.ts';
import type { RunnerRecord } from '../ports/records.ts';

/** Tools that start programs: a runner without a sandbox may have been told not to. */
export const commandTools: ReadonlySet<string> = new Set(['execute_command', 'bash']);

/** A runner that has said so a short while ago. */
export function isPresent({ seenAt }: Pick<RunnerRecord, 'seenAt'>, now: number): boolean {
  return seenAt !== null && now - seenAt < limits.presentForMs;
}

/** The runners that are there, may run the call and know how to. */
export function ableRunners(runners: readonly RunnerRecord[], call: ToolCall, now: number): readonly RunnerRecord[] {
  const { toolName } = call.request;
  return runners.filter((runner) => {
    const { announcement } = runner;
    if (!announcement || !isPresent(runner, now) || !mayRun(runner, call)) return false;
    if (commandTools.has(toolName) && !announcement.runs_commands) return false;
    return Object.hasOwn(announcement.tools, toolName);
  });
}
