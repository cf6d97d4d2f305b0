import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { mcpLimits } from './mcp-limits.ts';

export type StdioProgram = {
  readonly command: readonly string[];
  /** All of it: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * An MCP server as a child process. It leads a group of its own, so that whatever it starts ends with it; what it says on
 * stderr is kept, cut, for whoever has to find out why it ended.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #program: StdioProgram;
  readonly #buffer = new ReadBuffer({ maxBufferSize: mcpLimits.messageBytesMax });
  #child: ChildProcessWithoutNullStreams | null = null;
  #stderr = '';
  #isClosed = false;
  #delivered: Promise<void> = Promise.resolve();

  constructor(program: StdioProgram) {
    this.#program = program;
  }

  /** The end of what the server said on stderr. */
  get stderr(): string {
    return this.#stderr.trim();
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<void> {
    const [program, ...args] = this.#program.command;
    const child = spawn(program!, args, {
      env: this.#program.environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-mcpLimits.stderrLengthMax);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on('error', (error) => this.onerror?.(error));
    child.once('close', () => this.#closed());
    // What it started may hold its pipes open: without it, nobody answers any more.
    child.once('exit', () => setTimeout(() => this.#release(child), mcpLimits.endMs).unref());
    await once(child, 'spawn');
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (child === null || this.#isClosed || !child.stdin.writable) throw new Error('The server has ended.');
    if (child.stdin.write(serializeMessage(message))) return;
    await Promise.race([once(child.stdin, 'drain'), once(child, 'close')]);
  }

  /** Asks it to end by closing its input, then tells its group to, then makes it. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null || this.#isClosed) return;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
    child.stdin.end();
    if (!(await within(ended, mcpLimits.endMs))) {
      signalGroup(child, 'SIGTERM');
      await within(ended, mcpLimits.endMs);
    }
    this.#release(child);
    await within(ended, mcpLimits.endMs);
    this.#closed();
  }

  /** Whatever is left of its group ends now, and with it all pipes. */
  #release(child: ChildProcessWithoutNullStreams): void {
    signalGroup(child, 'SIGKILL');
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }

  /** What was said before the end is heard before it. */
  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#child !== null) signalGroup(this.#child, 'SIGKILL');
    void this.#delivered.then(() => this.onclose?.());
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.#delivered = this.#delivered.then(() => this.#deliver(message));
      } catch (error) {
        // One line that is no message: servers print banners.
        this.onerror?.(error as Error);
      }
    }
  }

  /** One by one: a result that comes together with the last progress must not overtake it. */
  async #deliver(message: JSONRPCMessage): Promise<void> {
    this.onmessage?.(message);
    await new Promise(setImmediate);
  }
}

function signalGroup({ pid }: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}

async function within(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  void ended.then(() => resolve(true));
  const isEnded = await promise;
  clearTimeout(timer);
  return isEnded;
}
