import type { Examined } from './examine-documents.ts';
import type { Finding } from './import-process.ts';

/** The numbers of a run over many documents. */
export function summariseFindings(examined: readonly Examined[]) {
  const findings = examined.filter((each): each is Finding => !('failure' in each));
  const failures = examined.filter((each) => 'failure' in each);
  const leftOut: Record<string, number> = {};
  for (const finding of findings) {
    for (const [reason, count] of Object.entries(finding.leftOut)) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  }
  const sum = (of: (finding: Finding) => number): number => findings.reduce((total, each) => total + of(each), 0);
  const times = findings.map(({ importMs }) => importMs).sort((a, b) => a - b);
  const leftOutCount = sum((each) => Object.values(each.leftOut).reduce((a, b) => a + b, 0));
  return {
    documents: examined.length,
    megabytes: Math.round(sum(({ bytes }) => bytes) / 1e6),
    operations: sum(({ operations }) => operations),
    tools: sum(({ tools }) => tools),
    leftOut: { count: leftOutCount, byReason: leftOut },
    /** Operations that became neither a tool nor a reason: has to be 0. */
    lost:
      sum(({ operations, refused }) => (refused === null ? operations : 0)) - sum(({ tools }) => tools) - leftOutCount,
    refusedDocuments: findings
      .filter(({ refused }) => refused !== null)
      .map(({ name, refused }) => ({ name, reason: refused })),
    brokenTools: findings.flatMap(({ name, broken }) => broken.map((problem) => `${name}: ${problem}`)),
    crashed: failures.filter(({ failure }) => failure === 'crashed').map(({ name }) => name),
    hung: failures.filter(({ failure }) => failure === 'hung').map(({ name }) => name),
    importMs: {
      all: sum(({ importMs }) => importMs),
      p50: at(times, 0.5),
      p99: at(times, 0.99),
      max: times.at(-1) ?? 0,
    },
    peakMemoryMb: Math.max(0, ...findings.map(({ peakMemoryMb }) => peakMemoryMb)),
    largest: [...findings]
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, 12)
      .map(({ name, bytes, operations, tools, importMs }) => ({
        name,
        megabytes: Number((bytes / 1e6).toFixed(1)),
        operations,
        tools,
        importMs,
      })),
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
