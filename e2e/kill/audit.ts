import { readFile } from 'node:fs/promises';
import { type Store, type StoredEvent, verifyStore } from '@countersign/control-plane';
import { openStore } from '@countersign/store';
import type { ToolCall } from '@countersign/tool-call';
import { type Story, storyOf } from '../../packages/control-plane/test/life/story.ts';
import type { Played } from './play.ts';
import type { Place } from './server-process.ts';

type Execution = { readonly nonce: string | null; readonly digest: string | null; readonly text: string | null };

/** Looks at what is left when all is over: rows, log and executions must tell one story. Returns what does not fit. */
export async function audit(place: Place, projectId: string, played: readonly Played[]): Promise<string[]> {
  const store = await openStore(place.databaseUrl);
  try {
    const { broken } = await verifyStore(store);
    const found = broken ? [`the log is broken: ${JSON.stringify(broken)}`] : [];
    const events = Map.groupBy(await allEvents(store), ({ subjectId }) => subjectId);
    const executions = await readExecutions(place);
    const submitted = [...events.values()].filter(([first]) => first!.type === 'tool_call.submitted');
    if (submitted.length !== played.length)
      found.push(`${submitted.length} calls were recorded for ${played.length} keys`);
    for (const one of played) {
      const call = await store.findCall(projectId as never, one.toolId as never);
      if (!call) found.push(`${one.toolId}: is not there`);
      else
        found.push(
          ...mismatches(call, storyOf(events.get(call.id) ?? []), executionsOf(executions, one), one).map(
            (what) => `${call.id}: ${what}`,
          ),
        );
    }
    return found;
  } finally {
    await store.close();
  }
}

function mismatches(call: ToolCall, story: Story, executions: readonly Execution[], { script }: Played): string[] {
  const found: string[] = [];
  const { status } = call.state;
  if (story.status !== status) found.push(`is ${status}, but the log says ${story.status}`);
  if (story.decisions.length > 1) found.push(`was decided ${story.decisions.length} times`);
  if (story.claims > 1) found.push(`was claimed ${story.claims} times`);
  if (executions.length > 1) found.push(`was executed ${executions.length} times`);
  if (executions.length > story.claims) found.push('was executed without a claim');
  const hasRun = status === 'completed' || (call.state.status === 'failed' && call.state.cause === 'execution');
  if (hasRun && executions.length === 0) found.push(`is ${status}, but never ran`);
  if (!hasRun && status !== 'unknown' && executions.length > 0) found.push(`is ${status}, but ran`);
  for (const { digest, text } of executions) {
    const approved = story.decisions[0] ?? story.submitted;
    if (digest !== null && digest !== approved) found.push(`${digest} was executed, and ${String(approved)} approved`);
    if (text !== null && text !== (script.decision === 'edit' ? 'edited' : 'asked')) found.push(`ran with "${text}"`);
  }
  if (status !== 'approved' && status !== 'executing' && call.request.sealedArguments !== null)
    found.push('keeps its arguments');
  return found;
}

/** By the id of the call, or by the key where the server itself ran it. */
function executionsOf(executions: ReadonlyMap<string, Execution[]>, { toolId, script }: Played): readonly Execution[] {
  return executions.get(script.tool === 'note' ? script.key : toolId) ?? [];
}

async function readExecutions({ notesPath }: Place): Promise<Map<string, Execution[]>> {
  const text = await readFile(notesPath, 'utf8').catch(() => '');
  const executions = new Map<string, Execution[]>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [kind, id, first, second] = line.split(' ') as [string, string, string, string];
    const one =
      kind === 'note' ? { nonce: null, digest: null, text: first } : { nonce: first, digest: second, text: null };
    executions.set(id, [...(executions.get(id) ?? []), one]);
  }
  return executions;
}

async function allEvents(store: Store): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (;;) {
    const page = await store.listEvents({ after: all.at(-1)?.seq ?? 0, limit: 1_000 });
    if (page.length === 0) return all;
    all.push(...page);
  }
}
