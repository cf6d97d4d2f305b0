/**
 * How much CPU time the masking of texts takes, of 64 KB and of 1 MB, ordinary and hostile:
 *
 *   node bench/src/profile-redaction.ts [--rounds 20] [--known 1000] [--rows 20]
 *
 * Prints the slowest texts first. CPU time of the process, since it moves less than the clock while the machine does
 * other things. It is a measurement and no test: nothing fails because of it.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRedactor } from '@countersign/redaction';
import { renderTable } from './render-table.ts';
import { percentile } from './statistics.ts';

const SMALL = 64 * 1024;
const LARGE = 1024 * 1024;
const WARM_UP_ROUNDS = 3;

/** Dense repeats of everything that makes a finder look closer, in one line and in many. */
const hostile = [
  ...[
    'token=a,',
    'token:x;',
    'sig=a ',
    'TOKEN=',
    'TOKEN = "',
    '"password":"',
    '"password":"x",',
    'password=x,',
    'a:',
    'a=',
  ],
  ...['sk-', 'eyJ.', 'eyJaaaaaaaa.b.', 'AKIA', '00', '.a', 's.', 'xoxb-', 'glpat-a', 'sk-aaaa1111BBBB2222cccc '],
  ...[
    '://a:b@',
    'a://a:b@ ',
    'a://a:',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY----------END ',
  ],
  ...[
    'Authorization: ',
    'Authorization: Bearer ',
    'Bearer ',
    'Basic YWJjOmRlZg== ',
    'Cookie: a=b;',
    'Digest response=',
  ],
  ...['-p', ' -p', 'mysql -p ', 'curl -u a:b ', '--password ', 'password a1b2c3d4 ', 'tokens: [', 'api_keys: ["a",'],
  ...['\\', '\\"', '"', "'", '`', '",', '<a>', '<password>', '"name":"password","value":"x",', 'password: str = '],
  ...[
    'QUJDRGVm0123+/xyz',
    'deadbeef0123456789',
    'the quick brown fox ',
    'a',
    ' ',
    '***REDACTED***',
    '😀',
    'known-value-',
  ],
];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    known: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '20' },
  },
});
const known = Array.from({ length: Number(values.known) }, (_, index) => `known-value-${index.toString(36)}-of-many`);
const redactor = createRedactor(known);

const texts: readonly (readonly [name: string, piece: string])[] = [
  ...hostile.map((piece) => [JSON.stringify(piece), piece] as const),
  ...hostile.map((piece) => [`${JSON.stringify(piece)}, a line each`, `${piece}\n`] as const),
  ['source code', readFileSync(new URL('host-job.ts', import.meta.url), 'utf8')],
  [
    'JSON in lines',
    `${JSON.stringify({ level: 30, time: 1_731_664_800_000, req: { method: 'GET', url: '/a/1' }, msg: 'done' })}\n`,
  ],
  [
    'a log',
    '2026-11-15T10:00:00.123Z INFO [http-3] request id=1eef method=GET path="/api/v1/items/3?page=2" status=200\n',
  ],
  ['prose', 'It was the best of times, it was the worst of times; "Why?" asked she.\n'],
];

const rows = texts.map(([name, piece]) => ({ name, small: cpuMs(piece, SMALL), large: cpuMs(piece, LARGE) }));
rows.sort((a, b) => b.large.p50 - a.large.p50);
const ordinary = rows.slice(Number(values.rows)).filter(({ name }) => !name.startsWith('"'));
const shown = [...rows.slice(0, Number(values.rows)), ...ordinary];
console.log(
  renderTable(
    ['text', '64 KB p50 ms', 'p99 ms', '1 MB p50 ms', 'p99 ms'],
    shown.map(({ name, small, large }) => [
      name,
      ...[small.p50, small.p99, large.p50, large.p99].map((ms) => ms.toFixed(1)),
    ]),
  ),
);

function cpuMs(piece: string, length: number): { readonly p50: number; readonly p99: number } {
  const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  for (let round = 0; round < WARM_UP_ROUNDS; round++) redactor.text(text);
  const times = Array.from({ length: Number(values.rounds) }, () => {
    const before = process.cpuUsage();
    redactor.text(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
