import type { Report, TargetReport } from './create-report.ts';
import type { Target } from './goals.ts';
import { renderTable } from './render-table.ts';

const ROUNDS_MIN = 5;

/** The report for a terminal: what each contender did, who was left out, then every target with its verdict. */
export function renderReport(report: Report): string {
  const { machine } = report;
  const parts = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}`,
    `${report.date}, ${report.rounds} rounds of ${report.ms} ms`,
    ...(report.rounds < ROUNDS_MIN ? [`Fewer than ${ROUNDS_MIN} rounds: an indication, no result.`] : []),
    ...report.experiments.flatMap(renderExperiment),
    ...renderLeftOut(report),
    '',
    renderTargets(report.targets),
  ];
  return parts.join('\n');
}

function renderExperiment({ name, measurements, loadAverages, voidReason }: Report['experiments'][number]): string[] {
  const title = `\n${name}${voidReason ? ` (VOID: ${voidReason})` : ''}`;
  if (measurements.length === 0) return voidReason ? [title] : [];
  const rows = measurements.map((row) => [
    row.contender,
    row.load,
    row.perSecond.toFixed(row.perSecond < 100 ? 1 : 0),
    (row.p50Us / 1000).toFixed(3),
    (row.p99Us / 1000).toFixed(3),
    `${row.n}`,
    row.durability,
  ]);
  return [
    title,
    renderTable(['contender', 'load', 'per second', 'p50 ms', 'p99 ms', 'n', 'durability'], rows),
    `load average ${loadAverages.map((load) => load.toFixed(2)).join(', ')}`,
  ];
}

function renderLeftOut({ leftOut }: Report): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ name, experiment, reason }) => `  ${name} (${experiment}): ${reason}`);
  return [`\nleft out: ${leftOut.length}`, ...lines];
}

function renderTargets(targets: readonly TargetReport[]): string {
  const rows = targets.map((target) => [
    `${target.goal}`,
    target.what,
    renderLimit(target),
    target.measured === undefined ? '' : renderValue(target, target.measured),
    target.verdict,
    target.note ?? '',
  ]);
  return renderTable(['goal', 'what', 'target', 'measured', 'verdict', 'note'], rows);
}

function renderLimit(target: Target): string {
  return `${target.direction === 'at-least' ? '>=' : '<='} ${renderValue(target, target.limit)}`;
}

function renderValue({ unit }: Target, value: number): string {
  const digits = unit === 'B' || value >= 100 ? 0 : 2;
  return unit === 'x' ? `${value.toFixed(digits)}x` : `${value.toFixed(digits)} ${unit}`;
}
