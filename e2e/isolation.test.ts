import { type Endpoint, type EndpointId, endpoints } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { beforeAll, expect, it } from 'vitest';
import { type Browser, signIn } from './harness/browser.ts';
import { askFor, newSession } from './harness/calls.ts';
import { isJson, undeclared } from './harness/checked-fetch.ts';
import { rawRequest } from './harness/raw-request.ts';
import { allRefused, refused } from './harness/refused.ts';
import { useStage } from './harness/stage.ts';
import { createSubjects, exampleOf, type Subjects } from './harness/subjects.ts';

/** Who may ask. The cookies are of the owner's browser, once with the proof that its own page asks, once without. */
const credentials = [
  'none',
  'invalid',
  'owner',
  'member',
  'outsider',
  'stranger',
  'agent',
  'secondAgent',
  'foreignAgent',
  'runner',
  'foreignRunner',
  'cookie',
  'cookie without csrf',
] as const;
type Credential = (typeof credentials)[number];
type Row = Readonly<Record<Credential, number>>;

const everyone = (status: number): Row => Object.fromEntries(credentials.map((each) => [each, status])) as Row;

/** Inside the project by kind of principal; from outside everything looks as if it were not there. */
function inProject(user: number, agent: number, runner: number, secondAgent = agent): Row {
  return {
    ...everyone(404),
    none: 401,
    invalid: 401,
    owner: user,
    member: user,
    cookie: user,
    'cookie without csrf': user,
    agent,
    secondAgent,
    runner,
  };
}
const signedIn = (status: number): Row => ({ ...everyone(status), none: 401, invalid: 401 });
const forUsers = (status: number): Row => ({
  ...signedIn(status),
  agent: 403,
  secondAgent: 403,
  foreignAgent: 403,
  runner: 403,
  foreignRunner: 403,
});
const forAdministrators = (status: number): Row => ({ ...forUsers(status), member: 403, outsider: 403 });

/** The status each credential gets for a request about things of the project that exist. */
const expected: Record<EndpointId, Row> = {
  executeTool: inProject(403, 202, 403),
  listAvailableTools: inProject(200, 200, 200),
  claimToolCall: inProject(403, 403, 200),
  renewLease: inProject(403, 403, 200),
  submitToolResult: inProject(403, 403, 200),
  listApprovals: inProject(200, 403, 403),
  getApproval: inProject(200, 403, 403),
  approveApproval: inProject(200, 403, 403),
  rejectApproval: inProject(200, 403, 403),
  decideApproval: inProject(200, 403, 403),
  checkEdit: inProject(200, 403, 403),
  decideApprovals: inProject(200, 403, 403),
  listToolCalls: inProject(200, 200, 403),
  getToolCall: inProject(200, 200, 403, 404),
  cancelToolCall: inProject(200, 200, 403, 404),
  createSession: inProject(403, 201, 403),
  listSessions: inProject(200, 200, 403),
  getSession: inProject(200, 200, 403, 404),
  listGrants: inProject(200, 403, 403),
  revokeGrant: inProject(200, 403, 403),
  grantEverything: inProject(201, 403, 403),
  getPolicy: inProject(200, 403, 403),
  explainCall: inProject(200, 403, 403),
  simulatePolicy: inProject(200, 403, 403),
  draftRule: inProject(200, 403, 403),
  savePolicy: { ...inProject(200, 403, 403), member: 403 },
  streamEvents: inProject(200, 200, 200),
  openSessionSocket: inProject(426, 403, 426),
  createPairingCode: inProject(201, 403, 403),
  pairRunner: everyone(410),
  announceRunner: inProject(403, 403, 200),
  listRunners: inProject(200, 403, 403),
  openRunnerSocket: inProject(403, 403, 426),
  submitPreview: inProject(403, 403, 409),
  submitOutput: inProject(403, 403, 200),
  listToolOutput: inProject(200, 200, 403, 404),
  reportUndone: inProject(403, 403, 200),
  whoAmI: signedIn(200),
  listMyProjects: signedIn(200),
  createLink: forUsers(201),
  followLink: everyone(410),
  signOut: signedIn(204),
  createUser: forAdministrators(201),
  listUsers: forAdministrators(200),
  createProject: forAdministrators(201),
  listProjects: forAdministrators(200),
  putMember: forAdministrators(200),
  listMembers: forAdministrators(200),
  // The only owner stays, whoever asks.
  removeMember: forAdministrators(409),
  createToken: forAdministrators(201),
  listTokens: forAdministrators(200),
  revokeToken: forAdministrators(200),
  getSettings: forAdministrators(200),
  getHealth: forAdministrators(200),
  getServerKey: everyone(200),
  createSource: forAdministrators(200),
  listSources: forAdministrators(200),
  getSource: forAdministrators(404),
  refreshSource: forAdministrators(404),
  removeSource: forAdministrators(404),
  listTools: signedIn(200),
  getTool: signedIn(200),
  changeTool: forAdministrators(404),
  executeUpstreamTool: { ...signedIn(403), agent: 202, secondAgent: 202, foreignAgent: 202 },
  listSecrets: forAdministrators(200),
  putSecret: forAdministrators(200),
  removeSecret: forAdministrators(404),
  explainAccess: forAdministrators(200),
  getFile: inProject(404, 404, 403),
  postMessage: inProject(201, 403, 403),
  listMessages: inProject(200, 403, 403),
  listModels: inProject(200, 403, 403),
  listRuns: inProject(200, 403, 403),
  getRun: inProject(200, 403, 403),
  getTranscript: inProject(200, 403, 403),
  stopRun: inProject(200, 403, 403),
  pauseRun: inProject(200, 403, 403),
  resumeRun: inProject(200, 403, 403),
  listEvents: inProject(200, 403, 403),
  searchLog: inProject(200, 403, 403),
  searchServerLog: forAdministrators(200),
  exportLog: inProject(200, 403, 403),
  exportServerLog: forAdministrators(200),
  verifyLog: forAdministrators(200),
  getFigures: inProject(200, 403, 403),
  getEventTree: inProject(200, 403, 403),
  getMetrics: everyone(200),
  livez: everyone(200),
  readyz: everyone(200),
  getOpenApi: everyone(200),
  getDocs: everyone(200),
  getPage: everyone(200),
};

/** A cookie alone changes nothing. */
function withCsrfRule(endpoint: Endpoint, row: Row): Row {
  return endpoint.method === 'GET' || endpoint.access.to === 'open' ? row : { ...row, 'cookie without csrf': 403 };
}

describeOnEachDatabase('isolation', (database) => {
  const stage = useStage(database, { config: { role: 'server' } });
  let subjects: Subjects;
  let browser: Browser;

  beforeAll(async () => {
    subjects = await createSubjects(stage);
    browser = await signIn(stage);
  });

  const headersOf = (credential: Credential): Record<string, string> => {
    switch (credential) {
      case 'none':
        return {};
      case 'invalid':
        return { authorization: `Bearer ${stage.cast.owner}x` };
      case 'cookie':
        return { cookie: browser.cookie, 'x-csrf-token': browser.csrf };
      case 'cookie without csrf':
        return { cookie: browser.cookie };
      default:
        return { authorization: `Bearer ${stage.cast[credential]}` };
    }
  };

  it('has a row for every endpoint [A5]', () => {
    expect(Object.keys(expected).sort()).toEqual(Object.keys(endpoints).sort());
  });

  for (const endpointId of Object.keys(endpoints) as EndpointId[]) {
    const endpoint: Endpoint = endpoints[endpointId];

    it(`lets exactly the right credentials use ${endpointId} [A4, A5]`, async () => {
      const got: Partial<Record<Credential, number>> = {};
      for (const credential of credentials) {
        const { path, body } = exampleOf(endpointId, subjects);
        const { status, headers, text } = await rawRequest(stage.url, path, {
          method: endpoint.method,
          headers: headersOf(credential),
          body,
          headOnly: endpointId === 'streamEvents',
        });
        got[credential] = status;
        const type = headers['content-type'] ?? '';
        if (isJson(type)) {
          expect(undeclared(endpoint.method, path.split('?')[0]!, status, type, text), credential).toBeNull();
        }
        if (endpointId === 'signOut' && credential === 'cookie') browser = await signIn(stage);
      }
      expect(got).toEqual(withCsrfRule(endpoint, expected[endpointId]));
    });
  }

  it('shows an agent its own calls and sessions, and nothing of its neighbour [A5]', async () => {
    const { call } = await askFor(stage, { session_id: await newSession(stage) });
    const own = await stage.agent.toolCalls.list(stage.projectId);
    expect(own.tool_calls.map(({ tool_id }) => tool_id)).toContain(call.tool_id);
    expect(new Set(own.tool_calls.map(({ agent_id }) => agent_id))).toEqual(new Set([stage.ids.agent]));
    const neighbour = await stage.secondAgent.toolCalls.list(stage.projectId);
    expect(new Set(neighbour.tool_calls.map(({ agent_id }) => agent_id))).not.toContain(stage.ids.agent);
    const sessions = await stage.secondAgent.sessions.list(stage.projectId);
    expect(new Set(sessions.sessions.map(({ agent_id }) => agent_id))).toEqual(new Set([stage.ids.secondAgent]));
    const filtered = await stage.secondAgent.toolCalls.list(stage.projectId, { session_id: subjects.session! });
    expect(filtered.tool_calls).toEqual([]);
  });

  it('finds nothing by an id of another project, whatever it is [A5]', async () => {
    const elsewhere = stage.otherProjectId;
    const { session, grant, claimable, approve, run } = subjects as Record<string, string>;
    const refusals = await allRefused([
      stage.outsider.approvals.get(elsewhere, approve!),
      stage.outsider.approvals.approve({ approval_id: approve!, project_id: elsewhere, digest: '0'.repeat(64) }),
      stage.outsider.toolCalls.get(elsewhere, claimable!),
      stage.outsider.toolCalls.cancel(elsewhere, claimable!),
      stage.outsider.sessions.get(elsewhere, session!),
      stage.outsider.grants.revoke(elsewhere, grant!),
      stage.outsider.grants.everything(elsewhere, session!, 60),
      stage.outsider.openSession(elsewhere, session!),
      stage.outsider.runs.get(elsewhere, run!),
      stage.outsider.runs.transcript(elsewhere, run!),
      stage.outsider.runs.stop(elsewhere, run!),
      stage.outsider.runs.pause(elsewhere, run!),
      stage.outsider.runs.resume(elsewhere, run!),
      stage.outsider.chat.postMessage(elsewhere, { text: 'Count.', run_id: run! }),
      stage.outsider.chat.postMessage(elsewhere, { text: 'Count.', session_id: session! }),
      stage.outsider.eventLog.tree(elsewhere, { id: run! }),
      stage.outsider.eventLog.tree(elsewhere, { id: claimable! }),
      stage.outsider.call('explainCall', { params: { project_id: elsewhere }, body: { tool_id: claimable! } }),
      stage.outsider.call('explainCall', {
        params: { project_id: elsewhere },
        body: { tool_name: 'read_file', tool_params: { path: 'README.md' }, session_id: session! },
      }),
      stage.outsider.call('draftRule', {
        params: { project_id: elsewhere },
        body: { tool_id: claimable!, outcome: 'allow' },
      }),
      stage.foreignAgent.toolCalls.get(elsewhere, claimable!),
      stage.foreignAgent.executeTool(elsewhere, { tool_name: 'read_file', session_id: session! }),
      stage.foreignRunner.runner.claim(elsewhere, claimable!),
      stage.foreignRunner.openSession(elsewhere, session!),
    ]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 404, code: 'not_found' });
    for (const list of [
      await stage.outsider.approvals.list(elsewhere, { session_id: session! }),
      await stage.outsider.toolCalls.list(elsewhere, { session_id: session! }),
      await stage.outsider.grants.list(elsewhere, { session_id: session!, include_ended: true }),
      await stage.outsider.chat.listMessages(elsewhere, { run_id: run! }),
      await stage.outsider.runs.list(elsewhere, {}),
    ]) {
      expect(list).toMatchObject({ next_cursor: null });
      expect(Object.values(list)[0]).toEqual([]);
    }
  });

  it('tells of another project’s log nothing [A5, W5]', async () => {
    const { events } = await stage.outsider.eventLog.list(stage.otherProjectId, { session_id: subjects.session! });
    expect(events).toEqual([]);
    const found = await stage.outsider.log.search(stage.otherProjectId, { session_id: subjects.session! });
    expect(found.events).toEqual([]);
    const exported = stage.outsider.log.export(stage.otherProjectId, { session_id: subjects.session! });
    expect(await refused(exported.next())).toMatchObject({ status: 404, code: 'not_found' });
    for await (const { project_id } of stage.outsider.log.export(stage.otherProjectId))
      expect(project_id).toBe(stage.otherProjectId);
    const { nodes } = await stage.outsider.eventLog.tree(stage.otherProjectId);
    const projects = nodes.flatMap(({ events: own }) => own.map(({ project_id }) => project_id));
    expect(new Set(projects)).not.toContain(stage.projectId);
  });

  it('counts nothing of another project [A5]', async () => {
    const { rules, looked_at: lookedAt } = await stage.outsider.call('getPolicy', {
      params: { project_id: stage.otherProjectId },
    });
    // All there may be is what the other project's own agent asked for above, and nobody decided.
    expect(lookedAt.calls).toBeLessThanOrEqual(1);
    expect(rules.every(({ hits }) => hits <= lookedAt.calls)).toBe(true);
    const figures = await stage.outsider.call('getFigures', {
      params: { project_id: stage.otherProjectId },
      query: {},
    });
    expect([figures.approved, figures.rejected]).toEqual([0, 0]);
  });

  it('lets no agent and no runner decide, in any protocol [A4]', async () => {
    const sessionId = await newSession(stage);
    const { approval } = await askFor(stage, { session_id: sessionId });
    for (const client of [stage.agent, stage.secondAgent, stage.runner]) {
      const refusals = await allRefused([
        client.approvals.approve(approval),
        client.approvals.reject(approval),
        client.approvals.edit(approval, { command: 'true' }),
        client.approvals.decideMany(stage.projectId, [{ approval, decision: 'approve' }]),
      ]);
      for (const refusal of refusals) expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect(await refused(stage.agent.openSession(stage.projectId, sessionId))).toMatchObject({ status: 403 });
    const socket = await stage.runner.openSession(stage.projectId, sessionId);
    const decision = await refused(socket.decide(approval, { decision: 'approve' }));
    expect(decision).toMatchObject({ status: 403, code: 'forbidden' });
    socket.close();
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toEqual(approval);
  });

  it('does not tell a user on another session’s socket about a call [A5, A6]', async () => {
    const [one, other] = [await newSession(stage), await newSession(stage)];
    const { approval } = await askFor(stage, { session_id: one });
    const socket = await stage.owner.openSession(stage.projectId, other);
    const decision = await refused(socket.decide(approval, { decision: 'approve' }));
    expect(decision).toMatchObject({ status: 404, code: 'not_found' });
    socket.close();
  });
});
