import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Report } from './create-report.ts';

const RESULTS = new URL('../results/', import.meta.url);

/** Writes `results/<date>.json` and answers its path relative to `bench/`. */
export function saveReport(report: Report): string {
  mkdirSync(fileURLToPath(RESULTS), { recursive: true });
  const name = `${report.date.slice(0, 19).replaceAll(':', '-')}.json`;
  writeFileSync(new URL(name, RESULTS), `${JSON.stringify(report, null, 2)}\n`);
  return `results/${name}`;
}
