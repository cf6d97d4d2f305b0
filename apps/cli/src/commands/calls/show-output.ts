import type { CallOutput } from '@countersign/client';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { resolveId } from '../../connection/resolve-id.ts';
import { jsonText } from '../../render/json-text.ts';
import { printableLines } from '../../render/printable.ts';

type Chunk = CallOutput<'listToolOutput'>['chunks'][number];

export const showOutput = command<{ follow?: boolean }>({
  summary: 'Show what a command of a call printed, also while it runs',
  details: 'What it wrote to stderr goes to stderr. Secrets are masked. With --json, one object a line.',
  arguments: [['<id>', 'id of the call, or the beginning of it']],
  options: [{ flags: '--follow', description: 'go on until the call has ended' }],
  examples: [
    ['calls output 019a3c5e-7d', 'what there is so far'],
    ['calls output 019a3c5e-7d --follow', 'live, to the end'],
  ],
  async run(context, [given], { follow = false }) {
    const { client, projectId } = context;
    const project = await projectId();
    const id = await resolveId('tool call', given!, async () =>
      (await client().toolCalls.list(project, { limit: 200 })).tool_calls.map(({ tool_id }) => tool_id),
    );
    let last = 0;
    /** Prints what is new; true where nothing more will come. */
    const print = async (): Promise<boolean> => {
      for (;;) {
        const answer = await client().call('listToolOutput', {
          params: { project_id: project, tool_id: id },
          query: { after: last },
        });
        for (const chunk of answer.chunks) printChunk(context, chunk);
        last = answer.chunks.at(-1)?.id ?? last;
        if (answer.chunks.length === 0) return answer.is_complete;
      }
    };
    if ((await print()) || !follow) return;
    // The stream says when to look again; what is printed is always what the record has.
    const stop = new AbortController();
    const look = Promise.withResolvers<void>();
    const events = client().events(project, { signal: stop.signal, onConnect: () => look.resolve() });
    await followUntilEnd(events, id, look.promise, print, stop);
  },
});

async function followUntilEnd(
  events: AsyncIterable<{ readonly event: string; readonly data: unknown }>,
  id: string,
  connected: Promise<void>,
  print: () => Promise<boolean>,
  stop: AbortController,
): Promise<void> {
  // Between the first look and the connection something may have come, or the end.
  const first = connected.then(async () => {
    if (await print()) stop.abort();
  });
  first.catch(() => stop.abort());
  for await (const { event, data } of events) {
    if ((data as { tool_id?: string }).tool_id !== id) continue;
    if (event !== 'tool.output' && event !== 'tool.status' && event !== 'tool.result_ack') continue;
    await first;
    if (await print()) break;
  }
  stop.abort();
  await first;
}

function printChunk({ terminal, isJson }: CommandContext, chunk: Chunk): void {
  if (isJson) terminal.write(`${jsonText(chunk, 0)}\n`);
  else {
    const text = printableLines(chunk.text).join('\n');
    if (chunk.stream === 'stdout') terminal.write(text);
    else terminal.warn(text);
  }
}
