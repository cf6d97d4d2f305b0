import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApprovalView, newId } from '@countersign/contract';
import { onTestFinished } from 'vitest';
import { nowMs } from './fake-terminal.ts';

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly token: string | null;
  readonly body: unknown;
};
export type Route = (asked: Asked, response: ServerResponse) => unknown;

export const projectId = newId<string>(nowMs);
const at = (ms: number) => new Date(nowMs + ms).toISOString();

/** A server of canned answers by `METHOD /path`; what a route returns is sent as JSON. Ends with the test. */
export async function fakeApi(routes: Readonly<Record<string, Route>>) {
  const asked: Asked[] = [];
  const known: Readonly<Record<string, Route>> = { 'GET /my/projects': oneProject, ...routes };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const token = headers.authorization?.replace('Bearer ', '') ?? null;
      const { pathname, searchParams: query } = new URL(url, 'http://server');
      const one = { method, path: pathname, query, token, body: text === '' ? null : JSON.parse(text) };
      asked.push(one);
      const route = known[`${method} ${one.path}`] ?? notFound;
      const answer = route(one, response);
      if (answer !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, env: { COUNTERSIGN_SERVER: url, COUNTERSIGN_TOKEN: 'cs_test' } };
}

export function problem(response: ServerResponse, status: number, code: string, detail: string): unknown {
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ type: `urn:countersign:error:${code}`, status, code, detail }));
  return undefined;
}

export const projectPath = `/my/projects/${projectId}`;
export const oneProject = () => ({ projects: [{ project_id: projectId, name: 'website', created_at: at(0) }] });
const notFound: Route = (_, response) => problem(response, 404, 'not_found', 'There is no such thing here for you.');

export function sampleApproval(changes: Partial<ApprovalView> = {}): ApprovalView {
  return {
    approval_id: newId(nowMs),
    tool_id: newId(nowMs),
    project_id: projectId,
    session_id: newId(nowMs),
    agent: { agent_id: newId(nowMs), name: 'builder' },
    tool_name: 'write_file',
    tool_params: { path: 'a.txt' },
    original_params: null,
    description: 'write_file a.txt',
    display: {
      title: 'write_file a.txt',
      sections: [{ kind: 'fields', fields: [{ label: 'path', text: 'a.txt' }] }],
      complete: true,
      showable: true,
      warnings: [],
    },
    agent_note: null,
    risk_level: 'MEDIUM',
    reasons: ['It changes a file.'],
    effects: [{ kind: 'writes', target: 'a.txt' }],
    network: false,
    target: 'runner',
    source: 'builtin',
    runs_on: [{ name: 'laptop', machine: 'laptop', sandbox: 'bubblewrap' }],
    rule_id: 'default.medium',
    scopes: [
      { scope: 'call', text: 'Only this call', warning: null, past_calls: null },
      { scope: 'class', text: 'Writes under src/', warning: null, past_calls: null },
      { scope: 'session', text: 'Everything in this session', warning: 'Nobody is asked any more.', past_calls: null },
    ],
    digest: 'd'.repeat(64),
    status: 'pending',
    requested_at: at(-3_000),
    deadline_at: at(252_000),
    timeout_seconds: 300,
    decision: null,
    ...changes,
  };
}

export function decisionOn(approval: ApprovalView, decision: 'approve' | 'reject' | 'edit') {
  return {
    success: true,
    approval_id: approval.approval_id,
    tool_id: approval.tool_id,
    status: decision === 'reject' ? 'rejected' : 'approved',
    call_status: decision === 'reject' ? 'rejected' : 'approved',
    decision: {
      decision,
      decided_by: { user_id: newId(), name: 'Ada' },
      decided_at: at(0),
      feedback: null,
      grant_id: null,
    },
    grant: null,
  };
}
