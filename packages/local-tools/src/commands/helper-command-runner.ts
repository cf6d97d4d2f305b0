import { randomUUID } from 'node:crypto';
import type { SandboxKind } from '@countersign/contract';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SpawnHelper } from '../spawn/spawn-helper.ts';
import type { CommandLimits } from './command-limits.ts';
import type { CommandEnd, CommandRequest, CommandRunner } from './command-runner.ts';

/** Runs commands in a sandbox, started by the helper. */
export class HelperCommandRunner implements CommandRunner {
  readonly #sandbox: Sandbox;
  readonly #helper: SpawnHelper;
  readonly #limits: CommandLimits;

  constructor(sandbox: Sandbox, helper: SpawnHelper, limits: CommandLimits) {
    this.#sandbox = sandbox;
    this.#helper = helper;
    this.#limits = limits;
  }

  get sandbox(): SandboxKind {
    return this.#sandbox.kind;
  }

  /** The process that starts the commands; null where none runs at the moment. */
  get helperPid(): number | null {
    return this.#helper.pid;
  }

  async run(request: CommandRequest): Promise<CommandEnd> {
    const { timeoutMs, signal, onOutput, mayWrite, roots } = request;
    const order = {
      ...this.#sandbox.wrap(request),
      mark: `COUNTERSIGN_COMMAND=${randomUUID()}`,
      timeoutMs,
      limits: this.#limits,
      watchedFolders: mayWrite ? roots : [],
    };
    return await this.#helper.run(order, signal, onOutput);
  }

  async close(): Promise<void> {
    await this.#helper.close();
    this.#sandbox.close();
  }
}
