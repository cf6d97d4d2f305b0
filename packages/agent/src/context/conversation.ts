import type { Entry, ModelEntry, SummaryEntry } from '../entry.ts';
import type { Model, ModelMessage, SpokenMessage } from '../ports.ts';
import { lengthOf, messageOf, messageOfHistory } from './messages-of.ts';

const CHARACTERS_PER_TOKEN = 4;
/** How far the provider's count may move ours. */
const CORRECTION_MIN = 0.25;
const CORRECTION_MAX = 4;

type ShownEntry = Exclude<Entry, SummaryEntry>;

/**
 * What the model is shown, made from the entries of a run as they come: each is looked at once, when it is added. Only a summary
 * makes it anew.
 */
export class Conversation {
  readonly #protocol: Model['protocol'];
  readonly #history: readonly SpokenMessage[];
  #messages: ModelMessage[] = [];
  #length = 0;
  #task = '';
  #summary: SummaryEntry | null = null;
  #shown: ShownEntry[] = [];
  #lastAnswer: ModelEntry | null = null;
  #noticesInARow = 0;
  #correction = 1;

  constructor(
    protocol: Model['protocol'],
    { history, entries }: { readonly history: readonly SpokenMessage[]; readonly entries: readonly Entry[] },
  ) {
    this.#protocol = protocol;
    this.#history = history;
    for (const message of history) this.#show(messageOfHistory(message));
    for (const entry of entries) this.add(entry);
  }

  add(entry: Entry): void {
    if (entry.kind === 'summary') {
      this.#summarise(entry);
      return;
    }
    if (entry.kind === 'user' && this.#task === '') this.#task = entry.text;
    if (entry.kind === 'model') this.#lastAnswer = entry;
    if (entry.kind === 'notice') this.#noticesInARow += 1;
    // An answer is followed by a notice, or by something that shows that it could be used.
    else if (entry.kind !== 'model') this.#noticesInARow = 0;
    this.#shown.push(entry);
    this.#show(messageOf(entry, this.#protocol));
  }

  /** Not a copy: it grows with the next entry. */
  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** Entries that the model is shown word by word, the task apart once there is a summary. */
  get shown(): readonly ShownEntry[] {
    return this.#shown;
  }

  /** What came before those: said in the session, or summed up already. */
  get before(): { readonly summary: string | null; readonly history: readonly SpokenMessage[] } {
    return { summary: this.#summary?.text ?? null, history: this.#summary === null ? this.#history : [] };
  }

  get lastAnswer(): ModelEntry | null {
    return this.#lastAnswer;
  }

  /** Answers that could not be used, one after the other, up to now. */
  get noticesInARow(): number {
    return this.#noticesInARow;
  }

  /** Characters of what is shown. */
  get length(): number {
    return this.#length;
  }

  /** About how many tokens so many characters of it are. */
  tokensOf(length: number): number {
    return Math.ceil((length / CHARACTERS_PER_TOKEN) * this.#correction);
  }

  /** So many tokens as characters. */
  lengthOfTokens(tokens: number): number {
    return Math.floor((tokens * CHARACTERS_PER_TOKEN) / this.#correction);
  }

  /** What the provider counted of the request that was just made, with so many characters besides the messages. */
  correct(countedTokens: number, otherLength: number): void {
    const estimate = (this.#length + otherLength) / CHARACTERS_PER_TOKEN;
    if (countedTokens === 0 || estimate === 0) return;
    this.#correction = Math.min(Math.max(countedTokens / estimate, CORRECTION_MIN), CORRECTION_MAX);
  }

  #show(message: ModelMessage): void {
    this.#messages.push(message);
    this.#length += lengthOf(message);
  }

  /** The task stays as it was said, and what came after the cut. */
  #summarise(summary: SummaryEntry): void {
    this.#summary = summary;
    this.#shown = this.#shown.filter(({ no }) => no > summary.upTo);
    this.#messages = [];
    this.#length = 0;
    this.#show({ role: 'user', text: `${this.#task}\n\n[What happened so far, summed up:]\n${summary.text}` });
    for (const entry of this.#shown) this.#show(messageOf(entry, this.#protocol));
  }
}
