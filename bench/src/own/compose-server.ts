import { join } from 'node:path';
import { compose, type Server } from '@countersign/server/compose';
import { createTools, executor } from './tools.ts';

export type ComposeServerOptions = {
  readonly directory: string;
  /** How many tools are registered beside the product's own. */
  readonly tools: number;
};

/** The product's own server with its own defaults, on any free port, and with tools that run inside it. */
export function composeServer({ directory, tools }: ComposeServerOptions): Promise<Server> {
  return compose(
    {
      host: '127.0.0.1',
      port: 0,
      database: databaseFile(directory),
      dataDir: directory,
      publicUrl: null,
      allowedHosts: [],
      allowedOrigins: [],
      logLevel: 'warn',
      claimWindowMs: 60_000,
      leaseMs: 30_000,
      approvalSeconds: { MEDIUM: 300, HIGH: 600 },
      shutdownGraceMs: 10_000,
      server: null,
      project: null,
      token: null,
    },
    { extraTools: createTools(tools), executor },
  );
}

export function databaseFile(directory: string): string {
  return join(directory, 'countersign.db');
}

/** What open-sqlite.ts of the store sets, and what `synchronous` is by default. */
export const SQLITE_DURABILITY = 'SQLite WAL FULL';
