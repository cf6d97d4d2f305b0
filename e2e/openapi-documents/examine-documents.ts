import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DocumentFile } from './documents.ts';
import type { Finding } from './import-process.ts';

/** How long a process may say nothing, how much memory it has, and after how many documents another takes its place. */
const bounds = { silentMs: 120_000, memoryMb: 3_072, documentsPerProcess: 200 };

/** How a document ended: with a finding, or without. */
export type Examined = Finding | { readonly name: string; readonly failure: 'crashed' | 'hung' };

/** Imports each document in another process, so that one that crashes, hangs or takes all memory is only one. */
export async function examineDocuments(
  documents: readonly DocumentFile[],
  onExamined: (examined: Examined) => void,
): Promise<void> {
  let child: ChildProcess | null = null;
  let used = 0;
  for (const document of documents) {
    if (used >= bounds.documentsPerProcess) {
      child?.kill();
      child = null;
    }
    if (child === null) {
      child = start();
      used = 0;
    }
    used += 1;
    const examined: Examined = await ask(child, document);
    if ('failure' in examined) {
      child.kill('SIGKILL');
      child = null;
    }
    onExamined(examined);
  }
  child?.kill();
}

function start(): ChildProcess {
  const program = fileURLToPath(new URL('./import-process.ts', import.meta.url));
  return fork(program, { execArgv: [`--max-old-space-size=${bounds.memoryMb}`] });
}

async function ask(child: ChildProcess, document: DocumentFile): Promise<Examined> {
  const { promise, resolve } = Promise.withResolvers<Examined>();
  const giveUp = (): void => resolve({ name: document.name, failure: 'hung' });
  let timer = setTimeout(giveUp, bounds.silentMs);
  const onMessage = (message: unknown): void => {
    clearTimeout(timer);
    if (message === 'busy') timer = setTimeout(giveUp, bounds.silentMs);
    else resolve(message as Finding);
  };
  const onExit = (): void => resolve({ name: document.name, failure: 'crashed' });
  child.on('message', onMessage).once('exit', onExit);
  child.send(document);
  const examined = await promise;
  clearTimeout(timer);
  child.off('message', onMessage).off('exit', onExit);
  return examined;
}
