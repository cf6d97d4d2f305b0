import { type EndpointId, endpoints } from '@countersign/contract';
import { anAnnouncement } from '@countersign/testing';
import { approvedCall, askFor, newSession, npmTest, writeNote } from './calls.ts';
import type { Stage } from './stage.ts';

/** What there is in the project for requests to be about. Runs are worked on by nobody where the stage has no worker. */
export type Subjects = Readonly<Record<string, string>>;

export async function createSubjects(stage: Stage): Promise<Subjects> {
  const session = await newSession(stage);
  const ask = async () => (await askFor(stage, { session_id: session })).approval;
  const asks = Promise.all([ask(), ask(), ask(), ask(), ask(), ask()]);
  const [approve, reject, decide, batch, cancel, waiting] = await asks;
  const { grant } = await stage.owner.approvals.approve(await ask(), { scope: 'class' });
  const { session_id: elsewhere } = await stage.agent.sessions.create(stage.projectId);
  const claimable = await approvedCall(stage, { session_id: elsewhere });
  const running = await approvedCall(stage, { session_id: elsewhere });
  const settling = await approvedCall(stage, { session_id: elsewhere });
  for (const toolId of [running, settling]) await stage.runner.runner.claim(stage.projectId, toolId);
  const { token } = await stage.owner.admin.createToken({ kind: 'agent', name: 'spare', project_id: stage.projectId });
  const undoable = await approvedCall(stage, { ...writeNote, session_id: elsewhere });
  await stage.runner.runner.claim(stage.projectId, undoable);
  await stage.runner.runner.result(stage.projectId, undoable, { status: 'completed', fence: 1 });
  const task = async () =>
    (await stage.owner.chat.postMessage(stage.projectId, { text: 'Count the files.' })).run.run_id;
  const [run, toStop, toPause, toResume] = await Promise.all([task(), task(), task(), task()]);
  const nobody = await stage.owner.admin.createUser({ name: 'Nobody' });
  return {
    project: stage.projectId,
    session,
    elsewhere,
    approve: approve.approval_id,
    reject: reject.approval_id,
    decide: decide.approval_id,
    batch: batch.approval_id,
    waiting: waiting.approval_id,
    toCancel: cancel.tool_id,
    grant: grant!.grant_id,
    claimable,
    running,
    settling,
    undoable,
    token: token.token_id,
    user: nobody.user_id,
    lastOwner: stage.ids.owner,
    run,
    toStop,
    toPause,
    toResume,
  };
}

type Example = { readonly params?: Record<string, string>; readonly query?: string; readonly body?: unknown };

let made = 0;

/** A request that the endpoint accepts from whoever may make it, again and again. */
export function exampleOf(endpointId: EndpointId, of: Subjects): { path: string; body: string | undefined } {
  const { params = {}, query = '', body }: Example = examples(of)[endpointId];
  const all: Record<string, string> = { project_id: of.project!, ...params };
  const path = endpoints[endpointId].path.replace(/:([a-z_]+)/g, (_, name: string) => all[name] ?? `no-${name}`);
  return { path: `${path}${query}`, body: body === undefined ? undefined : JSON.stringify(body) };
}

function examples(of: Subjects): Record<EndpointId, Example> {
  made += 1;
  const approval = (name: string, body: unknown): Example => ({ params: { approval_id: of[name]! }, body });
  const call = (name: string, body?: unknown): Example => ({ params: { tool_id: of[name]! }, body });
  const run = (name: string, body?: unknown): Example => ({ params: { run_id: of[name]! }, body });
  return {
    executeTool: { body: npmTest },
    listAvailableTools: {},
    claimToolCall: call('claimable'),
    renewLease: call('running', { fence: 1 }),
    submitToolResult: call('settling', { status: 'completed', fence: 1 }),
    listApprovals: {},
    getApproval: approval('approve', undefined),
    approveApproval: approval('approve', {}),
    rejectApproval: approval('reject', {}),
    decideApproval: approval('decide', { decision: 'approve' }),
    checkEdit: approval('waiting', { modified_arguments: { command: 'npm', args: ['run', 'lint'], timeout: 30 } }),
    decideApprovals: { body: { decisions: [{ approval_id: of.batch, decision: 'approve' }] } },
    listToolCalls: {},
    getToolCall: call('claimable'),
    cancelToolCall: call('toCancel'),
    createSession: { body: {} },
    listSessions: {},
    getSession: { params: { session_id: of.session! } },
    listGrants: {},
    revokeGrant: { params: { grant_id: of.grant! } },
    grantEverything: { params: { session_id: of.elsewhere! }, body: { scope: 'session', expires_in_seconds: 1 } },
    getPolicy: {},
    explainCall: { body: { tool_id: of.claimable } },
    simulatePolicy: { body: { text: 'version: 1\nrules: []\n' } },
    draftRule: { body: { tool_id: of.claimable, outcome: 'deny' } },
    savePolicy: { body: { text: 'version: 1\nrules: []\n', text_hash: 'none' } },
    streamEvents: {},
    openSessionSocket: { params: { session_id: of.session! } },
    createPairingCode: {},
    pairRunner: { body: { code: 'spent', name: `runner ${made}`, machine: 'laptop' } },
    announceRunner: { body: { ...anAnnouncement, tools: {} } },
    listRunners: {},
    openRunnerSocket: {},
    submitPreview: call('running', { files: [] }),
    submitOutput: call('running', { fence: 1, chunks: [{ stream: 'stdout', offset: 0, text: 'ok' }] }),
    listToolOutput: call('running'),
    reportUndone: call('undoable', { path: 'note.txt', sha256: null }),
    whoAmI: {},
    listMyProjects: {},
    createLink: {},
    followLink: { query: '?ticket=spent' },
    signOut: {},
    createUser: { body: { name: `user ${made}` } },
    listUsers: {},
    createProject: { body: { name: `project ${made}` } },
    listProjects: {},
    putMember: { params: { user_id: of.user! }, body: { role: 'member' } },
    listMembers: {},
    removeMember: { params: { user_id: of.lastOwner! } },
    createToken: { body: { kind: 'agent', name: `agent ${made}`, project_id: of.project } },
    listTokens: {},
    revokeToken: { params: { token_id: of.token! } },
    getSettings: {},
    getHealth: {},
    getServerKey: {},
    createSource: { body: { name: `source-${made}`, kind: 'http', document: 'version: 1\ntools: []', dry_run: true } },
    listSources: {},
    getSource: { params: { source: 'none' } },
    refreshSource: { params: { source: 'none' }, body: {} },
    removeSource: { params: { source: 'none' } },
    listTools: {},
    getTool: { params: { tool_id: 'read_file' } },
    changeTool: { params: { tool_id: 'none' }, body: { is_enabled: true } },
    executeUpstreamTool: {
      params: { tool_id: 'execute_command' },
      body: { arguments: npmTest.tool_params, wait_ms: 0 },
    },
    listSecrets: {},
    putSecret: { params: { name: 'some-key' }, body: { value: 'a value' } },
    removeSecret: { params: { name: 'none' } },
    explainAccess: { body: { claims: {} } },
    getFile: { params: { file_id: of.session! } },
    postMessage: { body: { text: 'Count the files.' } },
    listMessages: {},
    listModels: {},
    listRuns: {},
    getRun: run('run'),
    getTranscript: run('run'),
    stopRun: run('toStop', {}),
    pauseRun: run('toPause'),
    resumeRun: run('toResume'),
    listEvents: {},
    searchLog: {},
    searchServerLog: {},
    exportLog: {},
    exportServerLog: {},
    verifyLog: {},
    getFigures: {},
    getEventTree: {},
    getMetrics: {},
    livez: {},
    readyz: {},
    getOpenApi: {},
    getDocs: {},
    getPage: {},
  };
}
