import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { goals } from './goals.ts';

export type Arguments = {
  readonly goals: ReadonlySet<number>;
  readonly rounds: number;
  readonly ms: number;
  readonly peers: 'use installed' | 'install missing' | 'install only';
  readonly output: 'table' | 'json';
  /** Smaller databases where filling them is most of the time. */
  readonly isQuick: boolean;
  readonly isHelp: boolean;
  readonly scratchDirectory: string;
};

const DEFAULT_SCRATCH = fileURLToPath(new URL('../scratch', import.meta.url));

export const HELP = `npm run bench -- [options]

  --goal <n>       only this goal; may be repeated (all)
  --rounds <n>     interleaved rounds, 5 or more for a result (5)
  --ms <n>         how long each contender runs in each round (1500)
  --peers          install the peers that are missing, then run
  --install-peers  install the peers that are missing, and end
  --quick          100,000 finished calls instead of 1,000,000 for goal 11, which take minutes to make
  --json           print JSON instead of tables; progress goes to stderr
  --help           this text

Peers are installed below bench/scratch, or $BENCH_DIR. Results are kept in bench/results.`;

/** Throws a TypeError or RangeError that says what is wrong with the command line. */
export function parseArguments(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      goal: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '5' },
      ms: { type: 'string', default: '1500' },
      peers: { type: 'boolean', default: false },
      'install-peers': { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const known = goals.map((goal) => goal.number);
  const asked = values.goal.map((text) => parsePositive('goal', text));
  const unknown = asked.find((number) => !known.includes(number));
  if (unknown !== undefined) throw new RangeError(`there is no goal ${unknown}; goals are 1 to ${known.length}`);
  return {
    goals: new Set(asked.length > 0 ? asked : known),
    rounds: parsePositive('rounds', values.rounds),
    ms: parsePositive('ms', values.ms),
    peers: values['install-peers'] ? 'install only' : values.peers ? 'install missing' : 'use installed',
    output: values.json ? 'json' : 'table',
    isQuick: values.quick,
    isHelp: values.help,
    scratchDirectory: resolve(env.BENCH_DIR ?? DEFAULT_SCRATCH),
  };
}

function parsePositive(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new RangeError(`--${name} needs a whole number from 1, not "${text}"`);
  return number;
}
