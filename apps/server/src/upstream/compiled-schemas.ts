import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject, ToolDefinition } from '@countersign/contract';
import type { RegisteredTool } from '@countersign/control-plane';
import { compileArguments } from '@countersign/policy';
import { upstreamLimits } from './limits.ts';

type Resolve = RegisteredTool['resolveArguments'];

/**
 * How arguments are checked, by the version of the tool. A service may offer thousands of tools and few of them are
 * called: a schema is compiled when it is needed, or before that while nothing else is to be done.
 */
export class CompiledSchemas {
  /** The least used ones first. */
  readonly #compiled = new Map<string, Resolve>();

  resolve(definition: ToolDefinition, version: string, given: JsonObject): ReturnType<Resolve> {
    return this.#compile(definition, version)(given);
  }

  /** A few, one after the other with pauses: whoever calls meanwhile does not notice. */
  async warm(tools: Iterable<Pick<RegisteredTool, 'definition' | 'version'>>, isOver: () => boolean): Promise<void> {
    let room: number = upstreamLimits.schemasWarmedMax;
    for (const { definition, version } of tools) {
      if (this.#compiled.has(version)) continue;
      if (room === 0 || isOver()) return;
      room -= 1;
      this.#compile(definition, version);
      await pause(upstreamLimits.warmingPauseMs, undefined, { ref: false });
    }
  }

  #compile(definition: ToolDefinition, version: string): Resolve {
    const known = this.#compiled.get(version);
    const resolve = known ?? compile(definition);
    this.#compiled.delete(version);
    this.#compiled.set(version, resolve);
    if (this.#compiled.size > upstreamLimits.schemasKeptMax) {
      const [oldest] = this.#compiled.keys();
      this.#compiled.delete(oldest!);
    }
    return resolve;
  }
}

/** A schema that does not compile refuses every call, and says why. */
function compile({ inputSchema }: ToolDefinition): Resolve {
  try {
    return compileArguments(inputSchema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const errors = [`(arguments): the schema of this tool cannot be used: ${reason}`];
    return () => ({ ok: false, errors });
  }
}
