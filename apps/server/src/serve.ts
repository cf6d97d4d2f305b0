import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@countersign/config';
import { newId, type ProcessId } from '@countersign/contract';
import { bootstrap, createLink, systemEvent } from '@countersign/control-plane';
import { redactor } from '@countersign/redaction';
import { compose, type Parts } from './compose.ts';
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
  const { config } = loadConfig({
    flags: {},
    env: process.env,
    cwd: process.cwd(),
    homedir: homedir(),
    platform: process.platform,
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  const server = await compose(config, { environment: process.env, ...parts });
  const { plane } = server;
  const first = await bootstrap(plane, userInfo().username, (secret) =>
    writeFileSync(join(config.dataDir, 'token'), `${secret}\n`, { mode: 0o600 }),
  );
  const local = (await server.listen()).replace('[::1]', 'localhost');
  const address = config.publicUrl ?? local;
  await plane.store.commit({
    guard: { kind: 'none' },
    events: [systemEvent('process.started', 'system', plane.clock.now(), newId<ProcessId>(), { version })],
  });
  const addressFile = join(config.dataDir, 'server.json');
  writeFileSync(addressFile, `${JSON.stringify({ address: local, pid: process.pid })}\n`, { mode: 0o600 });

  const stop = once(async () => {
    const force = setTimeout(() => process.exit(1), config.shutdownGraceMs);
    force.unref();
    rmSync(addressFile, { force: true });
    await server.close();
    process.exit(0);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);

  const owner = first?.user ?? (await plane.store.listUsers()).find((user) => user.isAdmin);
  const link = owner ? `${address}/auth/link?ticket=${(await createLink(plane, owner.id)).ticket}` : null;
  const projects = owner ? await plane.store.listProjectsOf(owner.id) : [];
  const ready = { type: 'ready', address, link, project_id: projects[0]?.id ?? null, data_dir: config.dataDir };
  if (process.send) process.send(ready);
  else process.stdout.write(`${JSON.stringify(ready)}\n`);
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
