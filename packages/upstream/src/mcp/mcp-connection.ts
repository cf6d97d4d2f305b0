import type { JsonObject } from '@countersign/contract';
import {
  Client,
  type FetchLike,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { boundResult, type McpCallResult } from './bound-result.ts';
import { boundedFetch, callHeader } from './bounded-fetch.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { type FailureContext, mcpFailure } from './mcp-failure.ts';
import { mcpLimits } from './mcp-limits.ts';
import { type StdioProgram, StdioTransport } from './stdio-transport.ts';

/** Where a server is, and as whom it is spoken to. */
export type McpTarget =
  | { readonly kind: 'stdio'; readonly program: StdioProgram }
  | {
      readonly kind: 'http';
      readonly url: URL;
      /** Guarded by who gives it. */
      readonly fetch: FetchLike;
      readonly headers: Readonly<Record<string, string>>;
    };

export type McpCallOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly onProgress?: ((progress: McpProgress) => void) | undefined;
  /** Calling it twice does no harm, by the administrator's word; what the server says about itself is no reason. */
  readonly isReadOnly?: boolean;
  /** W3C trace context, for the server's own spans. */
  readonly traceparent?: string | undefined;
};
export type McpProgress = {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
};

type OpenOptions = {
  readonly onToolsChanged?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly connectMs?: number;
};

/** One connection to one server, for one set of credentials. Once closed it stays so. */
export class McpConnection {
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #calls: CallsUnderWay;
  readonly #ended = Promise.withResolvers<void>();
  #isOpen = true;

  private constructor(client: Client, transport: Transport, calls: CallsUnderWay) {
    this.#client = client;
    this.#transport = transport;
    this.#calls = calls;
    client.onclose = () => {
      this.#isOpen = false;
      this.#ended.resolve();
    };
  }

  /** Speaks the newest protocol that both know. */
  static async open(target: McpTarget, options: OpenOptions = {}): Promise<McpConnection> {
    try {
      return await McpConnection.#attempt(target, options, 'auto');
    } catch (error) {
      // Some older servers end when they are asked something they do not know: they get the question of their time.
      if (target.kind !== 'stdio' || !isUnanswered(error) || options.signal?.aborted === true)
        throw reasonOf(error, options);
      return await McpConnection.#attempt(target, options, 'legacy').catch((again: unknown) => {
        throw reasonOf(again, options);
      });
    }
  }

  /** Fulfilled when the connection is gone, whoever ended it. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get protocolVersion(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? '';
  }

  /** Every tool as the server describes it; nothing of it has been looked at. */
  async listTools(signal?: AbortSignal): Promise<{ readonly tools: readonly unknown[]; readonly isComplete: boolean }> {
    const tools: unknown[] = [];
    let cursor: string | undefined;
    try {
      for (let page = 0; page < mcpLimits.pagesMax && tools.length < mcpLimits.toolsMax; page += 1) {
        const params = cursor === undefined ? {} : { cursor };
        const options = { timeout: mcpLimits.listMs, ...(signal === undefined ? {} : { signal }) };
        const answer = await this.#client.request({ method: 'tools/list', params }, anything, options);
        const { tools: found, nextCursor } = answer as { tools?: unknown; nextCursor?: unknown };
        if (Array.isArray(found)) tools.push(...(found as unknown[]));
        if (typeof nextCursor !== 'string' || nextCursor === cursor)
          return { tools: tools.slice(0, mcpLimits.toolsMax), isComplete: tools.length <= mcpLimits.toolsMax };
        cursor = nextCursor;
      }
      return { tools: tools.slice(0, mcpLimits.toolsMax), isComplete: false };
    } catch (error) {
      throw mcpFailure(error, { ...this.#context(signal), isSent: false });
    }
  }

  /** The tool's own failure is a result; that there is none is thrown. */
  async callTool(name: string, args: JsonObject, options: McpCallOptions): Promise<McpCallResult> {
    const { signal, timeoutMs, onProgress, isReadOnly = false, traceparent } = options;
    const lost = new AbortController();
    const call = this.#calls.add(lost);
    try {
      const answer = await this.#client.callTool(
        { name, arguments: args, ...(traceparent === undefined ? {} : { _meta: { traceparent } }) },
        {
          timeout: timeoutMs,
          maxTotalTimeout: timeoutMs,
          signal: signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]),
          ...(onProgress === undefined ? {} : { onprogress: onProgress }),
          headers: { [callHeader]: call, ...(traceparent === undefined ? {} : { traceparent }) },
        },
      );
      return boundResult(answer);
    } catch (error) {
      if (error instanceof ProtocolError && signal?.aborted !== true) return refusal(error);
      throw mcpFailure(error, { ...this.#context(signal), isReadOnly });
    } finally {
      this.#calls.remove(call);
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    if (this.#transport instanceof StreamableHTTPClientTransport) {
      // The server may forget the session now; if it cannot be told, it will later.
      await this.#transport.terminateSession().catch(() => undefined);
    }
    await this.#client.close();
    this.#ended.resolve();
  }

  #context(signal: AbortSignal | undefined): FailureContext {
    return {
      isSent: true,
      isReadOnly: false,
      isCancelled: signal?.aborted === true,
      stderr: this.#transport instanceof StdioTransport ? this.#transport.stderr : '',
    };
  }

  static async #attempt(
    target: McpTarget,
    { onToolsChanged, signal, connectMs = mcpLimits.connectMs }: OpenOptions,
    mode: 'auto' | 'legacy',
  ): Promise<McpConnection> {
    const client = new Client(
      { name: 'countersign', version: '0.1.0' },
      {
        capabilities: {},
        versionNegotiation: {
          mode,
          ...(target.kind === 'stdio' ? { probe: { timeoutMs: Math.min(mcpLimits.probeMs, connectMs) } } : {}),
        },
        // Schemas of a server have patterns that may take forever; what it answers is data for us.
        jsonSchemaValidator: {
          getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
        },
        ...(onToolsChanged === undefined
          ? {}
          : { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => onToolsChanged() } } }),
      },
    );
    const calls = new CallsUnderWay();
    const transport = transportTo(target, calls);
    const connection = new McpConnection(client, transport, calls);
    try {
      await client.connect(transport, { timeout: connectMs, ...(signal === undefined ? {} : { signal }) });
      return connection;
    } catch (error) {
      await transport.close().catch(() => undefined);
      throw new OpenFailure(error, transport instanceof StdioTransport ? transport.stderr : '');
    }
  }
}

/** Answers are looked at by us, tool by tool: one that is wrong does not spoil the others. */
const anything = {
  '~standard': { version: 1, vendor: 'countersign', validate: (value: unknown) => ({ value }) },
} as const;

function transportTo(target: McpTarget, calls: CallsUnderWay): Transport {
  if (target.kind === 'stdio') return new StdioTransport(target.program);
  return new StreamableHTTPClientTransport(target.url, {
    fetch: boundedFetch(target.fetch, (call) => calls.answerEnded(call)),
    requestInit: { headers: { ...target.headers } },
    redirectPolicy: 'follow',
  });
}

/** What went wrong, with what the server said meanwhile. */
class OpenFailure extends Error {
  readonly stderr: string;

  constructor(cause: unknown, stderr: string) {
    super((cause as Error).message, { cause });
    this.stderr = stderr;
  }
}

function isUnanswered(error: unknown): boolean {
  const { cause } = error as OpenFailure;
  return (
    cause instanceof SdkError &&
    (cause.code === SdkErrorCode.EraNegotiationFailed || cause.code === SdkErrorCode.ConnectionClosed)
  );
}

function reasonOf(error: unknown, { signal }: OpenOptions): Error {
  const { cause, stderr } = error as OpenFailure;
  return mcpFailure(cause, { isSent: false, isReadOnly: false, isCancelled: signal?.aborted === true, stderr });
}

/** The server's own words about a call that it did not carry out: for the model, like any result. */
function refusal({ code, message }: ProtocolError): McpCallResult {
  return boundResult({ isError: true, content: [{ type: 'text', text: `MCP error ${code}: ${message}` }] });
}
