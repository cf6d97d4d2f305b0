import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '@countersign/config';
import { type HealthView, isoTime } from '@countersign/contract';
import { type HealthPorts, readHealth } from '@countersign/control-plane';
import { version } from '../version.ts';

type Parts = Pick<HealthPorts, 'policy' | 'access' | 'models' | 'clock'> & {
  readonly store: HealthPorts['store'] &
    Pick<HealthPorts['log'], 'headSeq'> &
    Pick<HealthPorts['database'], 'ping'> &
    Pick<HealthPorts['sources'], 'listSources'>;
  readonly breakers: HealthPorts['sources']['breakers'];
  readonly hub: { readonly size: number; readonly position: number };
};

/** How this process is, asked of the parts that it is made of. */
export function openHealth(
  config: Pick<Config, 'database' | 'dataDir' | 'localTools'>,
  { store, clock, policy, access, models, breakers, hub }: Parts,
): () => Promise<HealthView> {
  const startedAt = isoTime(clock.now());
  const isPostgres = /^postgres(ql)?:\/\//.test(config.database);
  const ports: HealthPorts = {
    store,
    clock,
    policy,
    access,
    models,
    database: { ping: () => store.ping(), elapsedMs: () => performance.now() },
    log: { headSeq: () => store.headSeq(), toldSeq: () => hub.position },
    disk: { folders: foldersOf(config, isPostgres), freeBytes },
    runners: { isServerRunningTools: config.localTools === 'server' },
    sources: { listSources: () => store.listSources(), breakers },
  };
  return async () => ({
    version,
    node_version: process.version,
    started_at: startedAt,
    database: isPostgres ? 'postgres' : 'sqlite',
    memory_bytes: process.memoryUsage.rss(),
    streams: hub.size,
    checks: await readHealth(ports),
  });
}

/** A SQLite file may lie elsewhere than the keys and files of the server. */
function foldersOf({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>, isPostgres: boolean): string[] {
  const path = database.replace(/^sqlite:(\/\/)?/, '');
  return isPostgres || path === ':memory:' ? [dataDir] : [...new Set([dataDir, dirname(path)])];
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
