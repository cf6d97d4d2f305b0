/** Goals 4 and 5: a tool of a service, called through the real server in a process of its own. */
import { Pool } from 'undici';
import type { StartJob } from '../job.ts';
import { SQLITE_DURABILITY } from './compose-server.ts';
import { ECHO_ARGUMENTS } from './echo-request.ts';
import { startListener } from './start-listener.ts';
import { type ServerAccess, startServerProcess } from './start-server-process.ts';

const SOURCE = 'bench';

export const startJob: StartJob = async ({ directory, settings }) => {
  const service = await startListener('echo-service', `${settings.delayMs ?? 0}`);
  const server = await startServerProcess({ directory, tools: 0 });
  const pool = new Pool(server.address, { connections: 64, pipelining: 1 });
  const stop = async (): Promise<void> => {
    await pool.destroy();
    await server.stop();
    await service.stop();
  };
  try {
    await register(pool, server, service.url);
    const call = caller(pool, server);
    await call();
    return { operations: { call }, answers: { durability: () => SQLITE_DURABILITY }, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
};

async function register(pool: Pool, { userSecret }: ServerAccess, url: string): Promise<void> {
  const document = JSON.stringify({ version: 1, base_url: url, tools: [echoTool] });
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/sources',
    headers: headersOf(userSecret),
    body: JSON.stringify({ name: SOURCE, kind: 'http', document, destinations: { allow_private: true } }),
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`the source was answered ${statusCode}: ${text}`);
}

const echoTool = {
  name: 'echo',
  description: 'Answers what it is sent.',
  method: 'POST',
  url: '/echo',
  content_type: 'application/json',
  body: '{"city": "{{ city }}", "units": "{{ units }}", "days": {{ days }}, "note": "{{ note }}"}',
  risk: 'LOW',
  input_schema: {
    type: 'object',
    additionalProperties: false,
    required: ['city', 'units', 'days', 'note'],
    properties: {
      city: { type: 'string' },
      units: { type: 'string' },
      days: { type: 'integer' },
      note: { type: 'string' },
    },
  },
};

function caller(pool: Pool, { agentSecret }: ServerAccess): () => Promise<void> {
  const headers = headersOf(agentSecret);
  const path = `/api/tools/${SOURCE}__echo/execute`;
  const sent = JSON.stringify({ arguments: ECHO_ARGUMENTS });
  return async () => {
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: sent });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`the call was answered ${statusCode}: ${text}`);
    const { status, result } = JSON.parse(text) as { status: string; result: { city?: string } };
    if (status !== 'completed' || result.city !== ECHO_ARGUMENTS.city) throw new Error(`the call is ${text}`);
  };
}

function headersOf(secret: string) {
  return { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
}
