import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '@countersign/config';
import type { ProcessId } from '@countersign/contract';
import { bootstrap, createLink, recordProcessStarted, recordProcessStopped } from '@countersign/control-plane';
import { redactor } from '@countersign/redaction';
import { compose, type Parts, type Server } from './compose.ts';
import { recordSupervisorReport } from './record-supervisor-report.ts';
import { readSupervisorReport } from './supervisor-report.ts';
import { version } from './version.ts';

/** The server process: reads the configuration, starts, tells its parent where it is, and stops when asked. */
export async function serve(parts: Parts = {}): Promise<void> {
  try {
    await start(parts);
  } catch (error) {
    // It may say what it was given: a database URL, for one.
    fail(redactor.text(explain(error)));
  }
}

async function start(parts: Parts): Promise<void> {
  const settings = loadConfig({
    flags: {},
    env: process.env,
    cwd: process.cwd(),
    homedir: homedir(),
    platform: process.platform,
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  const { config } = settings;
  const report = readSupervisorReport(process.env);
  const server = await compose(config, { environment: process.env, settings, ...parts });
  const { plane, processId } = server;
  if (report) {
    await recordSupervisorReport(plane, processId, report);
    process.send?.({ type: 'recorded' });
  }
  const started = config.role === 'worker' ? await work(server) : await listen(server, config);
  const previous = report?.previous_process_id as ProcessId | null | undefined;
  await recordProcessStarted(plane, processId, {
    role: config.role,
    version,
    pid: process.pid,
    ...(previous ? { previous } : {}),
  });

  const stop = once(async () => {
    const force = setTimeout(() => process.exit(1), config.shutdownGraceMs);
    force.unref();
    started.leave();
    await server.close(() => recordProcessStopped(plane, processId));
    process.exit(0);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);

  const ready = { type: 'ready', process_id: processId, role: config.role, ...started.said, data_dir: config.dataDir };
  if (process.send) process.send(ready);
  else process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** What the parent is told of it, and what is to be taken back at the end. */
type Started = {
  readonly said: { readonly address: string | null; readonly link: string | null; readonly project_id: string | null };
  leave(): void;
};

/** W2: without a port of its own, on runs that others ask for. */
async function work(server: Server): Promise<Started> {
  server.work();
  return { said: { address: null, link: null, project_id: null }, leave: () => undefined };
}

async function listen(server: Server, config: Config): Promise<Started> {
  const { plane } = server;
  const first = await bootstrap(plane, userInfo().username, (secret) =>
    writeFileSync(join(config.dataDir, 'token'), `${secret}\n`, { mode: 0o600 }),
  );
  const local = (await server.listen()).replace('[::1]', 'localhost');
  const address = config.publicUrl ?? local;
  const addressFile = join(config.dataDir, 'server.json');
  writeFileSync(addressFile, `${JSON.stringify({ address: local, pid: process.pid })}\n`, { mode: 0o600 });
  const owner = first?.user ?? (await plane.store.listUsers()).find((user) => user.isAdmin);
  const link = owner ? `${address}/auth/link?ticket=${(await createLink(plane, owner.id)).ticket}` : null;
  const projects = owner ? await plane.store.listProjectsOf(owner.id) : [];
  return {
    said: { address, link, project_id: projects[0]?.id ?? null },
    leave: () => rmSync(addressFile, { force: true }),
  };
}

/** What went wrong at the start, and what to do about it. */
function explain(error: unknown): string {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what listens there, or set COUNTERSIGN_PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set COUNTERSIGN_PORT to one above 1023.`;
  return error instanceof Error ? error.message : String(error);
}

function once(act: () => Promise<void>): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    void act();
  };
}

function fail(message: string): void {
  if (process.send) process.send({ type: 'failed', message }, () => process.exit(1));
  else {
    process.stderr.write(`countersign: ${message}\n`);
    process.exit(1);
  }
}
