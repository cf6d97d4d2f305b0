import { join } from 'node:path';
import type { ToolTarget } from '@countersign/contract';
import { compose, type Server } from '@countersign/server/compose';
import { createTools, executor } from './tools.ts';

export type ComposeServerOptions = {
  readonly directory: string;
  /** How many tools are registered beside the product's own. */
  readonly tools: number;
  /** Where these tools run; in the server unless said otherwise. */
  readonly target?: ToolTarget;
  /** How long a call may wait for a decision; the product's own 10 minutes unless said otherwise. */
  readonly approvalSeconds?: number;
};

/** The product's own server with its own defaults, on any free port, and with tools that run inside it. */
export function composeServer(options: ComposeServerOptions): Promise<Server> {
  const { directory, tools, target = 'server', approvalSeconds = 600 } = options;
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
      approvalSeconds: { MEDIUM: 300, HIGH: approvalSeconds },
      shutdownGraceMs: 10_000,
      server: null,
      project: null,
      token: null,
    },
    { extraTools: createTools(tools, target), executor },
  );
}

export function databaseFile(directory: string): string {
  return join(directory, 'countersign.db');
}

/** What open-sqlite.ts of the store sets, and what `synchronous` is by default. */
export const SQLITE_DURABILITY = 'SQLite WAL FULL';
