import type { Client } from '@countersign/client';
import type { ExecuteResponse } from '@countersign/contract';

export type ScriptStep = { readonly tool_name: string; readonly tool_params: Record<string, unknown> };

/** What a model would be given back for its call: the result, or the sentence about what became of it. */
export type Heard = { readonly status: string; readonly text: string };

/**
 * Stands in for the model: calls one tool after the other, waits for each as an agent does, and answers with
 * what it was told. Nothing it hears makes it stop: a tool that did not run is skipped.
 */
export async function runScript(
  client: Client,
  projectId: string,
  sessionId: string,
  steps: readonly ScriptStep[],
): Promise<{ readonly heard: readonly Heard[]; readonly finalAnswer: string }> {
  const heard: Heard[] = [];
  for (const step of steps) {
    const answer = await client.executeTool(projectId, { ...step, session_id: sessionId, wait_ms: 60_000 });
    heard.push({ status: answer.status, text: textOf(answer) });
  }
  return { heard, finalAnswer: heard.map(({ text }) => text).join('\n') };
}

function textOf({ success, result, outcome }: ExecuteResponse): string {
  return success ? JSON.stringify(result) : (outcome?.message ?? '');
}
