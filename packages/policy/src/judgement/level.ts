import type { RiskLevel } from '@countersign/contract';

/** How far something goes. DENY is not a risk: nobody may approve it. */
export type Level = RiskLevel | 'DENY';

const order: readonly Level[] = ['LOW', 'MEDIUM', 'HIGH', 'DENY'];

export function isAbove(level: Level, other: Level): boolean {
  return order.indexOf(level) > order.indexOf(other);
}

export function highest(levels: Iterable<Level>): Level {
  let top: Level = 'LOW';
  for (const level of levels) if (isAbove(level, top)) top = level;
  return top;
}

/** The risk that goes with a level: what is denied is shown as HIGH. */
export function riskOf(level: Level): RiskLevel {
  return level === 'DENY' ? 'HIGH' : level;
}
