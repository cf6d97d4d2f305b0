import { styleText } from 'node:util';
import type { RiskLevel } from '@countersign/contract';

type Paint = (text: string) => string;

/** How text looks. Colour only ever adds to a word that says the same. */
export type Style = {
  readonly strong: Paint;
  readonly faint: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly warning: Paint;
  risk(level: RiskLevel): string;
};

export function styleFor(hasColor: boolean): Style {
  const paint =
    (format: Parameters<typeof styleText>[0]): Paint =>
    (text) =>
      hasColor ? styleText(format, text, { validateStream: false }) : text;
  const risks: Record<RiskLevel, Paint> = {
    LOW: paint('green'),
    MEDIUM: paint('yellow'),
    HIGH: paint(['bold', 'red']),
  };
  return {
    strong: paint('bold'),
    faint: paint('dim'),
    good: paint('green'),
    bad: paint('red'),
    warning: paint('yellow'),
    risk: (level) => risks[level](level),
  };
}
