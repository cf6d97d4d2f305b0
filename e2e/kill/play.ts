import type { CallStatus, DecisionVerb, ExecuteResponse } from '@countersign/contract';
import type { Ledger } from './ledger.ts';
import type { Persistent } from './persistent.ts';
import type { JobEnd, RunnerDeath } from './runner.ts';
import type { ServerProcess } from './server-process.ts';

/** The life that one call is to have, decided before it begins. */
export type Script = {
  readonly key: string;
  /** MEDIUM risk on a runner, LOW on a runner, HIGH in the server. */
  readonly tool: 'write_file' | 'read_file' | 'note';
  /** `expire`: nobody says anything until the deadline has passed. */
  readonly decision: DecisionVerb | 'withdraw' | 'expire';
  readonly renewals: number;
  readonly report: 'completed' | 'failed';
  readonly runnerDeath: RunnerDeath | null;
};

export type Stage = {
  readonly server: ServerProcess;
  readonly ledger: Ledger;
  readonly projectId: string;
  readonly publicKey: string;
  readonly owner: Persistent;
  readonly agent: Persistent;
  readonly run: (toolId: string, script: Script) => Promise<JobEnd | 'died'>;
};

/** How a call must end, as far as those around it can know. */
export type Playing = { readonly script: Script; readonly toolId: string; readonly expected: readonly string[] };

export type Played = Playing & { readonly status: CallStatus };

/** Plays a call to where only time can end it. Every step is repeated until it is answered, whoever dies meanwhile. */
export async function play(stage: Stage, script: Script): Promise<Playing> {
  const call = await submit(stage, script);
  const toolId = call.tool_id;
  if (script.tool === 'read_file') return { script, toolId, expected: await runOn(stage, toolId, script) };
  switch (script.decision) {
    case 'expire':
      return { script, toolId, expected: ['timeout'] };
    case 'withdraw':
      await withdraw(stage, toolId);
      return { script, toolId, expected: ['cancelled'] };
    case 'reject':
      await decide(stage, call, script);
      return { script, toolId, expected: ['rejected'] };
    case 'approve':
    case 'edit':
      await decide(stage, call, script);
      return { script, toolId, expected: await runOn(stage, toolId, script) };
  }
}

async function submit({ agent, owner, ledger, projectId }: Stage, { key, tool }: Script): Promise<ExecuteResponse> {
  const params = {
    write_file: { path: `src/${key}`, content: 'asked' },
    read_file: { path: key },
    note: { key, text: 'asked' },
  }[tool];
  const request = { tool_name: tool, tool_params: params };
  const call = await agent.call((client) => client.executeTool(projectId, request, { idempotencyKey: key }));
  const { approval_id } = call;
  const approval = approval_id && (await owner.call((client) => client.approvals.get(projectId, approval_id)));
  ledger.submitted(call, approval ? approval.deadline_at : null);
  return call;
}

async function decide(
  { owner, ledger, projectId }: Stage,
  call: ExecuteResponse,
  { decision, key, tool }: Script,
): Promise<void> {
  const verb = decision as DecisionVerb;
  const edited = tool === 'note' ? { key, text: 'edited' } : { path: `src/${key}`, content: 'edited' };
  ledger.sending(call.tool_id, verb);
  const decided = await owner.call(async (client) => {
    const approval = await client.approvals.get(projectId, call.approval_id!);
    const body = { decision: verb, ...(verb === 'edit' ? { modified_arguments: edited } : {}) };
    return client.approvals.decide(approval, body);
  });
  if (decided.decision.decision !== verb)
    ledger.broken(call.tool_id, `${verb} was answered with ${decided.decision.decision}`);
  ledger.acknowledged(call.tool_id);
}

async function withdraw({ agent, ledger, projectId }: Stage, toolId: string): Promise<void> {
  ledger.sending(toolId, 'withdraw');
  await agent.call((client) => client.toolCalls.cancel(projectId, toolId));
  ledger.acknowledged(toolId);
}

async function runOn(stage: Stage, toolId: string, script: Script): Promise<readonly string[]> {
  if (script.tool === 'note') {
    await taken(stage, toolId);
    // The server runs it by itself; if it dies over it, nobody knows.
    return ['completed', 'unknown'];
  }
  const end = await stage.run(toolId, script);
  if (end === 'reported') return [script.report];
  if (end === 'refused') return ['unknown'];
  // One that nobody meant to kill may have been anywhere in its work.
  if (script.runnerDeath === null) return ['failed', 'unknown', script.report];
  return { before_claim: ['failed'], claimed: ['unknown'], executed: ['unknown'], reported: [script.report] }[
    script.runnerDeath
  ];
}

/** The server takes its own calls without being asked; the clock must not run ahead of it. */
async function taken({ owner, projectId }: Stage, toolId: string): Promise<void> {
  for (;;) {
    const { status } = await owner.call((client) => client.toolCalls.get(projectId, toolId));
    if (status !== 'approved') return;
  }
}

/** Lets every deadline, claim window and lease pass, until all calls are settled; then each must be as it has to be. */
export async function settle(stage: Stage, played: readonly Playing[]): Promise<Played[]> {
  const { server, ledger, owner, projectId } = stage;
  await server.advance(longestMs);
  const settled: Played[] = [];
  for (const { script, toolId, expected } of played) {
    const { status } = await owner.call((client) => client.waitUntilSettled(projectId, toolId, { outageMsMax: 0 }));
    if (!expected.includes(status))
      ledger.broken(toolId, `ended ${status} where ${JSON.stringify(script)} means ${expected}`);
    ledger.settled(toolId, status);
    settled.push({ script, toolId, expected, status });
  }
  return settled;
}

/** Longer than the approval of HIGH risk, 600 s. */
const longestMs = 700_000;
