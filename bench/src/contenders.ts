import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contender, LeftOut } from './contender.ts';
import { isInstalled, PEERS_DIRECTORY } from './install-peers.ts';
import { type OwnProgram, ownPrograms } from './own-programs.ts';
import type { Peer } from './peers.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type ProcessContenderOptions, processContender } from './process-contender.ts';

export type Baseline =
  | 'sqlite-commit-each'
  | 'postgres-one-connection'
  | 'ripgrep'
  | 'fd'
  | 'bare-spawn'
  | 'direct-call'
  | 'bare-relay';

type OwnOptions = {
  /** Needed when one experiment starts the same program twice; the program's name otherwise. */
  readonly name?: string;
  readonly settings?: Readonly<Record<string, number>>;
  readonly startMsMax?: number;
};

/** Makes contenders. What they lack is said by `start()`, so that every one that cannot run is left out the same way. */
export type Contenders = {
  peer(peer: Peer): Contender;
  baseline(name: Baseline, settings?: Readonly<Record<string, number>>): Contender;
  own(program: OwnProgram, options?: OwnOptions): Contender;
  /** Ends every contender that still runs, and the PostgreSQL server if one was needed. */
  close(): Promise<void>;
};

export type ContendersOptions = {
  readonly scratchDirectory: string;
  readonly runDirectory: string;
  /** Peers whose installation failed in this run, with the reason. */
  readonly notInstalled: readonly LeftOut[];
  readonly progress: (line: string) => void;
};

export function createContenders(options: ContendersOptions): Contenders {
  const { scratchDirectory, runDirectory, notInstalled, progress } = options;
  const created: Contender[] = [];
  let postgres: Promise<PostgresServer> | undefined;
  let databases = 0;
  let directories = 0;

  const createDatabase = async () => {
    postgres ??= startPostgres();
    return (await postgres).createDatabase(`bench_${databases++}`);
  };
  const create = ({ needsPostgres, settings = {}, ...rest }: CreateOptions) => {
    const contender = processContender({
      ...rest,
      progress,
      job: async () => ({
        directory: join(runDirectory, `${directories++}`),
        settings,
        ...(needsPostgres ? { postgresUrl: await createDatabase() } : {}),
      }),
    });
    created.push(contender);
    return contender;
  };

  return {
    peer: ({ name, directory, needsPostgres }) =>
      create({
        name,
        needsPostgres,
        program: () => {
          if (!isInstalled(scratchDirectory, directory)) {
            const failure = notInstalled.find((leftOut) => leftOut.name === name);
            throw new Error(failure?.reason ?? 'not installed; run with --peers');
          }
          // Beside its packages, where Node resolves them. Copied each time, so that an edit is measured.
          const program = join(scratchDirectory, directory, 'program.ts');
          copyFileSync(join(PEERS_DIRECTORY, directory, 'program.ts'), program);
          return pathToFileURL(program).href;
        },
      }),
    baseline: (name, settings = {}) =>
      create({
        name,
        settings,
        needsPostgres: name === 'postgres-one-connection',
        program: () => new URL(`./baselines/${name}.ts`, import.meta.url).href,
      }),
    own: (program, { name = program, ...options } = {}) =>
      create({
        ...options,
        name: `ours: ${name}`,
        needsPostgres: program === 'state-changes-postgres',
        program: () => ownPrograms[program].href,
      }),
    close: async () => {
      await Promise.all(created.map((contender) => contender.stop()));
      await (await postgres?.catch(() => undefined))?.stop();
    },
  };
}

type CreateOptions = Omit<ProcessContenderOptions, 'job' | 'progress'> & {
  readonly needsPostgres: boolean;
  readonly settings?: Readonly<Record<string, number>>;
};
