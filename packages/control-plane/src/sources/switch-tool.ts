import { CountersignError } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { UpstreamToolRecord } from '../ports/records.ts';
import { actorOf, type User } from '../principal.ts';

/** Switches a tool of a source on or off. One that is off is listed nowhere, and calls of it are refused. */
export async function switchTool(
  plane: ControlPlane,
  by: User,
  name: string,
  isEnabled: boolean,
): Promise<UpstreamToolRecord> {
  const at = plane.clock.now();
  const committed = await plane.store.commit({
    guard: { kind: 'tool_switched', name, isEnabled, at },
    events: [systemEvent('tool.changed', actorOf(by), at, name, { tool_id: name, is_enabled: isEnabled, by: by.name })],
  });
  const [tool] = committed.ok ? await plane.store.findUpstreamTools([name]) : [];
  if (!tool) throw new CountersignError('not_found', 'There is no tool of that name from any source.');
  return tool;
}
