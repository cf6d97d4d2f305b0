import { type Client, isPassing } from '@countersign/client';
import { type PostMessageResponse, type RunView, settledStatuses } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { durationText } from '../render/duration.ts';
import { printable, printableLines } from '../render/printable.ts';
import {
  renderRunEnd,
  renderRunNotice,
  renderSettledCall,
  renderSteering,
  renderTurnText,
  renderTurnTrouble,
} from '../render/run-lines.ts';
import { StatusLine } from '../render/status-line.ts';
import type { Told } from './follow-run.ts';
import { StreamedText } from './streamed-text.ts';

type MessageTold = Extract<Told, { kind: 'message' }>['message'];

/**
 * A run as it happens, for a person: one line for each call, what the model says as it comes, and below it what goes on
 * now. While a question is open nothing is written; what happened meanwhile follows.
 */
export class RunScreen {
  readonly #context: CommandContext;
  readonly #client: Pick<Client, 'toolCalls'>;
  readonly #projectId: string;
  readonly #status: StatusLine;
  readonly #text: StreamedText | null;
  readonly #toldCalls = new Set<string>();
  #unsaid: (() => void)[] | null = null;
  #messageId: string | null = null;
  #doing = 'connecting';
  #isOver = false;
  #isAway = false;

  constructor(context: CommandContext, client: Pick<Client, 'toolCalls'>, projectId: string) {
    const { terminal } = context;
    this.#context = context;
    this.#client = client;
    this.#projectId = projectId;
    this.#status = new StatusLine(terminal);
    // On a screen the answer is read as it is written; a pipe gets it whole, and once.
    this.#text = terminal.isInteractive ? new StreamedText((text) => this.#stream(text)) : null;
  }

  async tell(told: Told): Promise<void> {
    const { style } = this.#context;
    switch (told.kind) {
      case 'posted':
        return this.#tellPosted(told.posted);
      case 'disconnected':
        return this.#tellLost(told.retryInMs);
      case 'connected':
        this.#isAway = false;
        return this.say(style.good('connected again\n'));
      case 'message':
        return await this.#tellMessage(told.message);
    }
  }

  /** A line of its own, on stderr. */
  say(text: string): void {
    this.#text?.endLine();
    this.#write(text, this.#context.terminal.warn);
    this.#showStatus();
  }

  /** For a question: nothing else is written until it is answered. */
  hold(): void {
    this.#text?.endLine();
    this.#status.hide();
    this.#unsaid ??= [];
  }

  release(): void {
    const unsaid = this.#unsaid ?? [];
    this.#unsaid = null;
    for (const write of unsaid) write();
    this.#showStatus();
  }

  /** The answer alone goes to stdout. */
  end(run: RunView): void {
    const { terminal, style } = this.#context;
    this.leave();
    const answer = run.answer ?? '';
    if (answer.trim() !== '' && this.#text?.shown.trim() !== answer.trim())
      terminal.write(`${printableLines(answer.trimEnd()).join('\n')}\n`);
    terminal.warn(renderRunEnd(run, style));
  }

  leave(): void {
    this.#isOver = true;
    this.release();
    this.#text?.endLine();
    this.#status.hide();
  }

  /** Once, however often it is tried. */
  #tellLost(retryInMs: number): void {
    if (this.#isAway) return;
    this.#isAway = true;
    const words = `! the connection is lost; trying again in ${durationText(retryInMs)}. The run does not depend on it.\n`;
    this.say(this.#context.style.warning(words));
  }

  #tellPosted({ run, message }: PostMessageResponse): void {
    this.#messageId = message.message_id;
    this.say(this.#context.style.faint(`run ${run.run_id} with ${printable(run.model)}\n`));
    this.#now(run.status === 'queued' ? 'waits for its turn' : 'begins');
  }

  async #tellMessage({ event, data }: MessageTold): Promise<void> {
    const { style } = this.#context;
    switch (event) {
      case 'run.status':
        if (data.status === 'paused')
          this.say(style.warning(`! paused: go on with \`countersign runs resume ${data.run_id}\`\n`));
        return this.#now(data.status === 'paused' ? 'paused' : 'works');
      case 'run.turn':
        return this.#tellTurn(data);
      case 'run.delta':
        return this.#text?.add(data.turn_id, data.offset, data.text);
      case 'run.notice':
        return this.say(renderRunNotice(data, style));
      case 'chat.message':
        if (data.role === 'user' && data.message_id !== this.#messageId) this.say(renderSteering(data, style));
        return;
      case 'tool.approval_request':
        return this.#now('waits for a decision');
      case 'tool.status':
        if (settledStatuses.has(data.status)) return await this.#tellSettled(data.tool_id, data.tool_name);
        return this.#now(`runs ${printable(data.tool_name)}`);
      case 'tool.result_ack':
        return await this.#tellSettled(data.tool_id, 'a tool');
      case 'tool.output':
        return this.#now(lastLine(data.text) ?? this.#doing);
      default:
    }
  }

  #tellTurn(turn: Extract<MessageTold, { event: 'run.turn' }>['data']): void {
    const { style } = this.#context;
    const trouble = renderTurnTrouble(turn, style);
    if (trouble !== null) this.say(trouble);
    if (turn.status === 'started') this.#now(`turn ${turn.turn}: the model works`);
    if (turn.status !== 'answered') return;
    const isShown = this.#text?.complete(turn.turn_id, turn.text ?? '') ?? false;
    if (turn.tool_calls.length === 0) return;
    if (turn.text !== null && !isShown) this.say(renderTurnText(turn.text, style));
    this.#now(`turn ${turn.turn}: ${turn.tool_calls.map(({ tool_name }) => printable(tool_name)).join(', ')}`);
  }

  async #tellSettled(toolId: string, toolName: string): Promise<void> {
    if (this.#toldCalls.has(toolId)) return;
    this.#toldCalls.add(toolId);
    try {
      this.say(renderSettledCall(await this.#client.toolCalls.get(this.#projectId, toolId), this.#context.style));
    } catch (error) {
      // What the call came to is in the record; a server that goes away now is no reason to end.
      if (!isPassing(error)) throw error;
      this.say(`  ${printable(toolName)}: countersign calls show ${toolId}\n`);
    }
    this.#now('works');
  }

  #now(words: string): void {
    this.#doing = words;
    this.#showStatus();
  }

  #showStatus(): void {
    const isFree = this.#unsaid === null && !(this.#text?.isInLine ?? false);
    if (isFree && !this.#isOver) this.#status.show(this.#doing);
  }

  /** The line that says what goes on would write over a line that is not finished. */
  #stream(text: string): void {
    this.#status.hide();
    this.#write(text, this.#context.terminal.write);
  }

  #write(text: string, write: (text: string) => void): void {
    if (text === '') return;
    if (this.#unsaid !== null) return void this.#unsaid.push(() => write(text));
    this.#status.clear();
    write(text);
  }
}

/** Of what a command prints, for the line that says what goes on. */
function lastLine(text: string): string | null {
  const line = text.trimEnd().split('\n').at(-1)?.trim();
  return line ? printable(line) : null;
}
