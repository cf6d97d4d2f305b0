// Restate: a handler creates an awakeable, the decision resolves it through the server, the handler ends. The server's
// own log and its default settings make it durable.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as restate from '@restatedev/restate-sdk';
import type { StartJob } from '../../src/job.ts';

const INGRESS = 'http://127.0.0.1:8080';
const ADMIN = 'http://127.0.0.1:9070';
const SERVICE_PORT = 9480;
const READY_ATTEMPTS_MAX = 80;
const STOP_MS_MAX = 5_000;

type Call = { id: string; tool: string; note: string };

export const startJob: StartJob = async ({ directory }) => {
  const askedAwakeables = new Map<string, (awakeableId: string) => void>();
  const gate = restate.service({
    name: 'gate',
    handlers: {
      call: async (context: restate.Context, call: Call) => {
        const awakeable = context.awakeable<string>();
        await context.run('ask', () => askedAwakeables.get(call.id)?.(awakeable.id));
        return { ok: (await awakeable.promise) === 'approve' };
      },
    },
  });
  await restate.serve({ services: [gate], port: SERVICE_PORT });
  const stop = startServer(join(directory, 'server'));
  await register();

  let calls = 0;
  const approve = async () => {
    const id = `call-${calls++}`;
    const asked = new Promise<string>((resolve) => askedAwakeables.set(id, resolve));
    const ended = post(`${INGRESS}/gate/call`, { id, tool: 'http.get', note: 'x'.repeat(300) });
    const awakeableId = await asked;
    askedAwakeables.delete(id);
    await post(`${INGRESS}/restate/awakeables/${awakeableId}/resolve`, 'approve');
    const result = (await ended) as { ok: boolean };
    if (!result.ok) throw new Error('the handler did not execute');
  };

  return { operations: { approve }, answers: { durability: () => 'Restate log, its default' }, stop };
};

function startServer(directory: string) {
  mkdirSync(directory, { recursive: true });
  const script = createRequire(import.meta.url).resolve('@restatedev/restate-server/lib/index.js');
  const server = spawn(process.execPath, [script, '--base-dir', directory, '--listen-mode', 'tcp'], {
    stdio: 'ignore',
    detached: true, // The script starts the real server: a process group of its own ends both.
    env: {
      ...process.env,
      DO_NOT_TRACK: '1',
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'error',
      TMPDIR: directory,
    },
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  return async () => {
    if (server.exitCode !== null) return;
    process.kill(-server.pid!, 'SIGTERM');
    const killing = setTimeout(() => process.kill(-server.pid!, 'SIGKILL'), STOP_MS_MAX);
    await exited;
    clearTimeout(killing);
  };
}

async function register() {
  for (let attempt = 1; ; attempt++) {
    try {
      await post(`${ADMIN}/deployments`, { uri: `http://127.0.0.1:${SERVICE_PORT}`, force: true });
      return;
    } catch (cause) {
      if (attempt === READY_ATTEMPTS_MAX) throw new Error('restate-server did not become ready', { cause });
      await sleep(250);
    }
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
  return text ? JSON.parse(text) : undefined;
}
