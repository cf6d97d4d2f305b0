import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SubmitResultRequest } from '@countersign/contract';
import { limits } from './limits.ts';

/** An order that was seen: enough to know it again, and to name the call. */
export type SeenOrder = {
  readonly nonce: string;
  readonly toolId: string;
  readonly digest: string;
  readonly expiresAt: string;
  readonly toolName: string;
  /** One line with secrets masked. */
  readonly summary: string;
};

export type Report = Omit<SubmitResultRequest, 'fence'>;

/** One line of the journal. */
type Entry =
  | ({ readonly step: 'seen' } & SeenOrder)
  | { readonly step: 'claimed'; readonly nonce: string; readonly fence: number }
  | { readonly step: 'started'; readonly nonce: string }
  | { readonly step: 'finished'; readonly nonce: string; readonly report: Report }
  | { readonly step: 'reported'; readonly nonce: string };

/** How far an order got. */
export type Progress = {
  readonly order: SeenOrder;
  readonly step: Entry['step'];
  readonly fence: number | null;
  readonly report: Report | null;
};

const fileName = 'journal.jsonl';

/**
 * L6: what this runner has taken, written down before it matters, so that after a crash nothing runs twice and what is
 * not known is said to be unknown. Lines are only ever added; lines written at the same time share one sync.
 */
export class Journal {
  readonly #path: string;
  readonly #now: () => number;
  #file: FileHandle;
  #size: number;
  readonly #progress: Map<string, Progress>;
  #waiting: { readonly line: string; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  #flushing: Promise<void> | null = null;
  /** A journal that could not be written is not written again: nobody knows what is in it. */
  #fault: unknown = null;
  #isClosed = false;

  private constructor(
    path: string,
    now: () => number,
    file: FileHandle,
    size: number,
    progress: Map<string, Progress>,
  ) {
    this.#path = path;
    this.#now = now;
    this.#file = file;
    this.#size = size;
    this.#progress = progress;
  }

  /** Reads what is there and writes it anew without what has run its course. */
  static async open(folder: string, now: () => number): Promise<Journal> {
    const path = join(folder, fileName);
    const progress = readEntries(await textOf(path));
    const { file, size } = await rewrite(path, progress, now());
    return new Journal(path, now, file, size, progress);
  }

  find(nonce: string): Progress | null {
    return this.#progress.get(nonce) ?? null;
  }

  /** What was begun and not reported, in the order it was seen. */
  unfinished(): Progress[] {
    return [...this.#progress.values()].filter(({ step }) => step !== 'seen' && step !== 'reported');
  }

  seen(order: SeenOrder): Promise<void> {
    const { nonce, toolId, digest, expiresAt, toolName, summary } = order;
    return this.#add({ step: 'seen', nonce, toolId, digest, expiresAt, toolName, summary });
  }

  claimed(nonce: string, fence: number): Promise<void> {
    return this.#add({ step: 'claimed', nonce, fence });
  }

  started(nonce: string): Promise<void> {
    return this.#add({ step: 'started', nonce });
  }

  finished(nonce: string, report: Report): Promise<void> {
    return this.#add({ step: 'finished', nonce, report });
  }

  reported(nonce: string): Promise<void> {
    return this.#add({ step: 'reported', nonce });
  }

  /** After this nothing can be added. */
  async close(): Promise<void> {
    while (this.#flushing) await this.#flushing;
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#fault ??= new Error('the journal is closed');
    await this.#file.close();
  }

  /** Resolves when the line is on the disk. */
  #add(entry: Entry): Promise<void> {
    if (this.#fault !== null) return Promise.reject(this.#fault as Error);
    apply(this.#progress, entry);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject });
    this.#flushing ??= this.#flush();
    return promise;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
        await this.#file.appendFile(bytes);
        await this.#file.datasync();
        this.#size += bytes.byteLength;
        for (const { resolve } of batch) resolve();
        if (this.#size > limits.journalBytesMax) await this.#compact();
      } catch (error) {
        this.#fault = error;
        for (const { reject } of [...batch, ...this.#waiting]) reject(error);
        this.#waiting = [];
      }
    }
    // In the same turn as the last look at what waits: what is added from here on starts a new one.
    this.#flushing = null;
  }

  async #compact(): Promise<void> {
    const { file, size } = await rewrite(this.#path, this.#progress, this.#now());
    await this.#file.close();
    this.#file = file;
    this.#size = size;
  }
}

/** A new file takes the name of the old one once it is complete. Orders that are over and too old to come again are left out. */
async function rewrite(
  path: string,
  progress: Map<string, Progress>,
  nowMs: number,
): Promise<{ readonly file: FileHandle; readonly size: number }> {
  for (const [nonce, { order, step }] of progress) {
    const isOver = step === 'seen' || step === 'reported';
    if (isOver && Date.parse(order.expiresAt) <= nowMs) progress.delete(nonce);
  }
  const text = [...progress.values()]
    .flatMap(entriesOf)
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('');
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  await file.appendFile(text);
  await file.sync();
  await rename(draft, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
  return { file, size: Buffer.byteLength(text) };
}

function entriesOf({ order, step, fence, report }: Progress): Entry[] {
  const { nonce } = order;
  const entries: Entry[] = [{ step: 'seen', ...order }];
  if (step === 'reported') return [...entries, { step: 'reported', nonce }];
  if (fence !== null) entries.push({ step: 'claimed', nonce, fence });
  if (step === 'started') entries.push({ step: 'started', nonce });
  if (report !== null) entries.push({ step: 'finished', nonce, report });
  return entries;
}

/** The last line may be torn: it was not on the disk, so nothing that it would allow has happened. */
function readEntries(text: string): Map<string, Progress> {
  const progress = new Map<string, Progress>();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const entry = entryOf(line);
    if (entry !== null) apply(progress, entry);
    else if (index < lines.length - 1)
      throw new Error(`line ${index + 1} of the journal cannot be read. Move the file away to start without it.`);
  }
  return progress;
}

function entryOf(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null;
    return typeof entry?.nonce === 'string' && typeof entry.step === 'string' ? (entry as Entry) : null;
  } catch {
    return null;
  }
}

function apply(progress: Map<string, Progress>, entry: Entry): void {
  if (entry.step === 'seen') {
    const { step, ...order } = entry;
    // Seen twice: it was offered again after a claim that came to nothing.
    if (!progress.has(order.nonce)) progress.set(order.nonce, { order, step, fence: null, report: null });
    return;
  }
  const before = progress.get(entry.nonce);
  if (!before) return;
  const fence = entry.step === 'claimed' ? entry.fence : before.fence;
  // What was reported is not needed again, and may be large.
  const report = entry.step === 'finished' ? entry.report : entry.step === 'reported' ? null : before.report;
  progress.set(entry.nonce, { order: before.order, step: entry.step, fence, report });
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
