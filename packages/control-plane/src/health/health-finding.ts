import type { HealthView } from '@countersign/contract';

/** What a check found. `notice`: it works, but somebody should look. `trouble`: something does not work. */
export type HealthFinding = Pick<HealthView['checks'][number], 'status' | 'text'>;

export function fine(text: string): HealthFinding {
  return { status: 'ok', text };
}

export function notice(text: string): HealthFinding {
  return { status: 'notice', text };
}

export function trouble(text: string): HealthFinding {
  return { status: 'trouble', text };
}
