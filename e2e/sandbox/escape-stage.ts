import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { homedir, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything a command could reach if it got out, and ears that would hear it. */
export type EscapeStage = Awaited<ReturnType<typeof openEscapeStage>>;

export async function openEscapeStage() {
  const id = randomBytes(6).toString('hex');
  const secret = `secret-${randomBytes(12).toString('hex')}`;
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-escape-')));
  const workspace = join(base, 'workspace');
  const outside = join(base, 'outside');
  for (const folder of [workspace, outside]) mkdirSync(folder);
  writeFileSync(join(outside, 'secret.txt'), `${secret}\n`);
  writeFileSync(join(workspace, 'own.txt'), 'own\n');
  writeFileSync(join(workspace, 'script.sh'), '#!/bin/bash\necho approved\n', { mode: 0o755 });
  symlinkSync(outside, join(workspace, 'link-out'));
  symlinkSync(join(outside, 'secret.txt'), join(workspace, 'link-secret'));
  const homeFile = join(homedir(), `.countersign-escape-${id}`);
  writeFileSync(homeFile, `${secret}\n`, { mode: 0o600 });
  const sharedMemoryFile = `/dev/shm/countersign-escape-${id}`;
  writeFileSync(sharedMemoryFile, `${secret}\n`);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) plantAsRoot(workspace);
  const heard = { tcp: 0, udp: 0, unix: 0 };
  const socketPaths = [
    join(outside, 'socket'),
    join(tmpdir(), `countersign-${id}.sock`),
    ...(isRoot ? [`/run/countersign-${id}.sock`] : []),
  ];
  const tcp = await listen({ port: 0, host: '::' }, () => (heard.tcp += 1));
  const servers = [tcp];
  for (const path of [...socketPaths, `\0countersign-${id}`])
    servers.push(await listen({ path }, () => (heard.unix += 1)));
  const udp = createSocket({ type: 'udp6' }).on('message', () => (heard.udp += 1));
  udp.bind(0, '::');
  await once(udp, 'listening');
  const victim = spawn('sleep', ['1000'], { stdio: 'ignore' });
  process.env.COUNTERSIGN_ESCAPE_TOKEN = secret;
  return {
    ...{ id, secret, base, workspace, outside, homeFile, sharedMemoryFile, isRoot, heard, socketPaths },
    abstractSocket: `countersign-${id}`,
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    ownAddress: ownAddress(),
    victim: victim as ChildProcess & { readonly pid: number },
    isVictimAlive: () => victim.exitCode === null && victim.signalCode === null,
    forget: () => Object.assign(heard, { tcp: 0, udp: 0, unix: 0 }),
    close,
  };

  async function close(): Promise<void> {
    delete process.env.COUNTERSIGN_ESCAPE_TOKEN;
    victim.kill('SIGKILL');
    for (const server of servers) server.close();
    udp.close();
    for (const path of [base, homeFile, sharedMemoryFile]) rmSync(path, { recursive: true, force: true });
  }
}

async function listen(options: ListenOptions, onConnection: () => void): Promise<Server> {
  const server = createServer((connection) => {
    onConnection();
    connection.on('error', () => {}).destroy();
  }).listen(options);
  await once(server, 'listening');
  return server;
}

/** What only root can put into a folder: a program that runs as its owner, and a device. */
function plantAsRoot(workspace: string): void {
  copyFileSync('/bin/bash', join(workspace, 'owner-bash'));
  chmodSync(join(workspace, 'owner-bash'), 0o4755);
  spawnSync('mknod', [join(workspace, 'device'), 'c', '1', '5']);
}

/** An address of this machine that is not the one for itself; null where it has no network. */
function ownAddress(): string | null {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
}
