import { isUuid, type ProcessId } from '@countersign/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const variable = 'COUNTERSIGN_SUPERVISOR_REPORT';

const Count = Type.Number({ minimum: 0 });
const Report = Type.Object({
  previous_process_id: Type.Union([Type.String(), Type.Null()]),
  crashes: Type.Array(
    Type.Object({
      process_id: Type.Union([Type.String(), Type.Null()]),
      code: Type.Union([Type.Integer(), Type.Null()]),
      signal: Type.Union([Type.String(), Type.Null()]),
      at: Type.String(),
      retry_in_ms: Count,
    }),
  ),
  crash_loop: Type.Union([Type.Object({ crashes: Count, window_seconds: Count, threshold: Count }), Type.Null()]),
});

/** W2: how processes before this one ended, as the supervisor that started this one saw it. */
export type SupervisorReport = Type.Static<typeof Report>;

/** Null where there was nothing to say, or nobody to say it. */
export function readSupervisorReport(env: Readonly<Record<string, string | undefined>>): SupervisorReport | null {
  const text = env[variable];
  if (text === undefined || text === '') return null;
  const report = parse(text);
  if (!Value.Check(Report, report))
    throw new Error(`${variable} is not what a supervisor writes. Unset it and start again.`);
  return report;
}

/** Every process that it says is gone. */
export function deadProcesses({ previous_process_id, crashes }: SupervisorReport): ProcessId[] {
  const named = [previous_process_id, ...crashes.map(({ process_id }) => process_id)];
  return [...new Set(named)].filter((id): id is ProcessId => id !== null && isUuid(id));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
