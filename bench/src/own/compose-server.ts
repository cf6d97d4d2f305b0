import { join } from 'node:path';
import { defaultConfig } from '@countersign/config';
import type { ToolTarget } from '@countersign/contract';
import { compose, type Server } from '@countersign/server/compose';
import { createTools, executor } from './tools.ts';

export type ComposeServerOptions = {
  readonly directory: string;
  /** How many tools are registered beside the product's own. */
  readonly tools: number;
  /** Where these tools run; in the server unless said otherwise. */
  readonly target?: ToolTarget;
  /** No call times out while something else goes on; the product's own deadlines unless said otherwise. */
  readonly isPatient?: boolean;
  readonly policyFile?: string;
  /** Of the agent, as the setting `models` names it. */
  readonly model?: string;
};

const DAY_S = 24 * 3600;

/** The product's own server with its own defaults, on any free port, and with tools that run inside it. */
export function composeServer(options: ComposeServerOptions): Promise<Server> {
  const { directory, tools, target = 'server', isPatient = false, policyFile = null, model } = options;
  const defaults = defaultConfig();
  return compose(
    {
      ...defaults,
      port: 0,
      database: databaseFile(directory),
      dataDir: directory,
      logLevel: 'warn',
      policyFile,
      models: { ...defaults.models, specs: model === undefined ? defaults.models.specs : [model] },
      claimWindowMs: isPatient ? DAY_S * 1000 : 60_000,
      approvalSeconds: { MEDIUM: 300, HIGH: isPatient ? DAY_S : 600 },
    },
    { extraTools: createTools(tools, target), executor },
  );
}

export function databaseFile(directory: string): string {
  return join(directory, 'countersign.db');
}

/** What open-sqlite.ts of the store sets, and what `synchronous` is by default. */
export const SQLITE_DURABILITY = 'SQLite WAL FULL';
