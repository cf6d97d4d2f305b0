import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceId, ToolDefinition, UpstreamBinding } from '@countersign/contract';
import type { FeedEvent, RegisteredTool, SourceRecord, Store, UpstreamToolHead } from '@countersign/control-plane';
import { CompiledSchemas } from './compiled-schemas.ts';
import { upstreamLimits } from './limits.ts';

/** A tool that a service offers, with the service. */
export type UpstreamTool = {
  readonly head: UpstreamToolHead;
  readonly definition: ToolDefinition & { readonly upstream: UpstreamBinding };
  readonly source: SourceRecord;
  readonly registered: RegisteredTool;
};

/** Shows to people what a call would send. */
type Describe = (tool: UpstreamTool['definition'], source: SourceRecord) => RegisteredTool['describeRequest'];

type Loaded = {
  readonly tools: ReadonlyMap<string, UpstreamTool>;
  readonly sources: ReadonlyMap<SourceId, SourceRecord>;
  readonly list: readonly RegisteredTool[];
};

const nothing: Loaded = { tools: new Map(), sources: new Map(), list: [] };

const telling: ReadonlySet<string> = new Set<FeedEvent['type']>([
  'source.added',
  'source.refreshed',
  'source.removed',
  'tool.changed',
]);

/**
 * The tools of services as the database has them, in memory, because looking one up must not wait. Read again when any
 * process changed them; a definition that is known by its version is not read twice.
 */
export class UpstreamTools {
  readonly #schemas = new CompiledSchemas();
  readonly #describe: Describe;
  readonly #onError: (error: unknown) => void;
  readonly #onLoad: (sources: readonly SourceRecord[]) => void;
  #store: Store | null = null;
  #loaded = nothing;
  #unsubscribe: () => void = () => undefined;
  #loading: Promise<void> | null = null;
  /** Whether something changed after the load under way began. */
  #isStale = false;
  #loads = 0;

  /** `onLoad` is told which sources there are, each time they were read. */
  constructor(
    describe: Describe,
    onLoad: (sources: readonly SourceRecord[]) => void,
    onError: (error: unknown) => void,
  ) {
    this.#describe = describe;
    this.#onLoad = onLoad;
    this.#onError = onError;
  }

  async start(store: Store): Promise<void> {
    this.#store = store;
    this.#unsubscribe = store.subscribe((events) => {
      if (events.some(({ type }) => telling.has(type))) this.#reload();
    });
    this.#reload();
    await this.settled();
    if (this.#loads === 0) throw new Error('The tools of services could not be read from the database.');
  }

  find(name: string): UpstreamTool | null {
    return this.#loaded.tools.get(name) ?? null;
  }

  /** All of them, by name: the deprecated and the switched off too. */
  all(): Iterable<UpstreamTool> {
    return this.#loaded.tools.values();
  }

  /** Those that can be called. */
  list(): readonly RegisteredTool[] {
    return this.#loaded.list;
  }

  sources(): Iterable<SourceRecord> {
    return this.#loaded.sources.values();
  }

  sourceNamed(name: string): SourceRecord | null {
    for (const source of this.#loaded.sources.values()) if (source.settings.name === name) return source;
    return null;
  }

  /** Reads them as they are now. What this process has just changed is there when it resolves. */
  async refresh(): Promise<void> {
    this.#reload();
    await this.settled();
  }

  /** Resolves once every change that was told of so far is in memory. */
  async settled(): Promise<void> {
    while (this.#loading) await this.#loading;
  }

  /** The tool as the database has it, where it is not here in this version: another process may have just changed it. */
  async findCurrent(name: string, version: string): Promise<UpstreamTool | null> {
    const known = this.find(name);
    if (known?.head.version === version && known.registered.unavailable === undefined) return known;
    await this.refresh();
    return this.find(name);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#loads += 1;
    this.#isStale = false;
    await this.settled();
  }

  #reload(): void {
    if (this.#loading) {
      this.#isStale = true;
      return;
    }
    this.#loading = this.#load()
      .catch(this.#onError)
      .finally(() => {
        this.#loading = null;
        if (!this.#isStale) return;
        this.#isStale = false;
        this.#reload();
      });
  }

  async #load(): Promise<void> {
    const store = this.#store!;
    const [heads, sources] = await Promise.all([store.listUpstreamToolHeads(), store.listSources()]);
    const sourceOf = new Map(sources.map((source) => [source.id, source]));
    const definitions = await this.#definitionsOf(heads);
    const tools = new Map<string, UpstreamTool>();
    for (const head of heads) {
      const definition = definitions.get(head.name);
      const source = sourceOf.get(head.sourceId);
      // One that was changed between the two reads is read again at once: its event is on its way.
      if (definition && source) tools.set(head.name, this.#toolOf(head, definition, source));
    }
    const list = [...tools.values()].map(({ registered }) => registered).filter(({ unavailable }) => !unavailable);
    this.#loaded = { tools, sources: sourceOf, list };
    this.#onLoad(sources);
    this.#loads += 1;
    const load = this.#loads;
    void this.#schemas.warm(list, () => this.#loads !== load).catch(this.#onError);
  }

  /** In pieces, so that thousands of them never block the loop for long. */
  async #definitionsOf(heads: readonly UpstreamToolHead[]): Promise<Map<string, UpstreamTool['definition']>> {
    const definitions = new Map<string, UpstreamTool['definition']>();
    const missing: string[] = [];
    for (const { name, version } of heads) {
      const known = this.#loaded.tools.get(name);
      if (known?.head.version === version) definitions.set(name, known.definition);
      else missing.push(name);
    }
    for (let from = 0; from < missing.length; from += upstreamLimits.definitionsPerRead) {
      const names = missing.slice(from, from + upstreamLimits.definitionsPerRead);
      for (const { name, definition } of await this.#store!.findUpstreamTools(names)) {
        definitions.set(name, definition as UpstreamTool['definition']);
      }
      await nextTurn();
    }
    return definitions;
  }

  #toolOf(head: UpstreamToolHead, definition: UpstreamTool['definition'], source: SourceRecord): UpstreamTool {
    const describeRequest = this.#describe(definition, source);
    const unavailable = unavailability(head, source);
    const registered: RegisteredTool = {
      definition,
      version: head.version,
      resolveArguments: (given) => this.#schemas.resolve(definition, head.version, given),
      ...(unavailable === null ? {} : { unavailable }),
      ...(describeRequest ? { describeRequest } : {}),
    };
    return { head, definition, source, registered };
  }
}

function unavailability(
  { name, isEnabled, deprecatedAt }: UpstreamToolHead,
  { settings }: SourceRecord,
): string | null {
  if (deprecatedAt !== null) return `"${name}" is no longer offered by ${settings.name}.`;
  return isEnabled ? null : `"${name}" is switched off.`;
}
