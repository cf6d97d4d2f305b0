import type { MessageView, RunView, TranscriptEntry } from '@countersign/contract';
import { limits } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { findRunId } from '../../find-run.ts';
import { renderRun } from '../../render/run.ts';
import { renderTranscriptEntry } from '../../render/transcript.ts';
import { renderTree } from '../../render/tree.ts';

export const showRun = command<{ transcript?: boolean }>({
  summary: 'Show one run: how it stands, what was said, and everything it did',
  arguments: [['<id>', 'id of the run, or the beginning of it']],
  options: [{ flags: '--transcript', description: 'also all that the model was told and said, secrets masked' }],
  examples: [
    ['runs show 019a3c5e-7d', 'ids are in runs list'],
    ['runs show 019a3c5e-7d --transcript --json', 'everything there is, for a program'],
  ],
  async run(context, [given], { transcript = false }) {
    const { client, projectId, print, style, terminal } = context;
    const { runs, eventLog } = client();
    const project = await projectId();
    const id = await findRunId(context, project, given!);
    const run: RunView = await runs.get(project, id);
    const messages = await allMessages(context, project, id);
    const tree = await eventLog.tree(project, { id });
    const entries = transcript ? await allEntries(context, project, id) : null;
    print({ run, messages, tree, ...(entries === null ? {} : { transcript: entries }) }, () =>
      [
        renderRun(run, messages, style, terminal.now()),
        `${renderTree(tree, style)}\n`,
        ...(entries ?? []).map((entry) => renderTranscriptEntry(entry, style)),
      ].join('\n'),
    );
  },
});

/** Oldest first, as they were said. */
async function allMessages({ client }: CommandContext, project: string, runId: string): Promise<MessageView[]> {
  const messages: MessageView[] = [];
  let cursor: string | null = null;
  do {
    const query = { run_id: runId, limit: limits.pageSizeMax, ...(cursor === null ? {} : { cursor }) };
    const page: { messages: MessageView[]; next_cursor: string | null } = await client().chat.listMessages(
      project,
      query,
    );
    messages.push(...page.messages);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return messages.reverse();
}

async function allEntries({ client }: CommandContext, project: string, runId: string): Promise<TranscriptEntry[]> {
  const entries: TranscriptEntry[] = [];
  for (;;) {
    const after = entries.at(-1)?.no ?? 0;
    const page = await client().runs.transcript(project, runId, { after, limit: limits.pageSizeMax });
    entries.push(...page.entries);
    if (!page.has_more) return entries;
  }
}
