import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandRunner } from '../commands/command-runner.ts';
import { judgeProbe, type Sightings } from './judge-probe.ts';
import { type Listeners, openListeners } from './probe-listeners.ts';
import { probeScript } from './probe-script.ts';
import type { Proof } from './proof.ts';

const probeTimeoutMs = 10_000;
/** Nobody sends it and nobody minds it: in the sandbox, the number of the runner may be that of another process. */
const harmlessSignal = 'SIGURG';
const canaryVariable = 'COUNTERSIGN_CANARY_TOKEN';

/**
 * T6: really runs a command that tries to get out, and looks from outside at what came of it. Listeners that would
 * have heard it, files that it could have read and folders it could have written are made for this and removed again.
 */
export async function proveSandbox(runner: CommandRunner): Promise<Proof> {
  const startedAt = performance.now();
  const places = makePlaces();
  const listeners = await openListeners();
  process.env[canaryVariable] = 'canary';
  let wasSignalled = false;
  const onSignal = () => (wasSignalled = true);
  process.on(harmlessSignal, onSignal);
  try {
    const [writing, reading] = await Promise.all([
      probe(runner, places, listeners, places.writableRoot),
      probe(runner, places, listeners, places.readableRoot),
    ]);
    const sightings: Sightings = {
      writing,
      reading,
      heard: await listeners.heard(),
      hasWrittenOutside: existsSync(join(places.folder, 'written')),
      hasWrittenRoot: existsSync(join(places.writableRoot, 'written')),
      hasWrittenReadOnlyRoot: existsSync(join(places.readableRoot, 'written')),
      wasSignalled,
      ownNamespaces: ownNamespaces(),
    };
    const checks = judgeProbe(runner.sandbox, sightings);
    const durationMs = Math.round(performance.now() - startedAt);
    return { kind: runner.sandbox, holds: checks.every(({ isHeld }) => isHeld), checks, durationMs };
  } finally {
    process.off(harmlessSignal, onSignal);
    delete process.env[canaryVariable];
    await listeners.close();
    places.remove();
  }
}

type Places = ReturnType<typeof makePlaces>;

function makePlaces() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-proof-')));
  const made = { base, folder: join(base, 'outside'), writableRoot: join(base, 'rw'), readableRoot: join(base, 'ro') };
  for (const folder of [made.folder, made.writableRoot, made.readableRoot]) mkdirSync(folder);
  const outside = join(made.folder, 'canary');
  writeFileSync(outside, 'canary\n');
  const secret = homeCanary() ?? outside;
  return {
    ...made,
    outside,
    secret,
    remove: () => {
      rmSync(base, { recursive: true, force: true });
      if (secret !== outside) rmSync(secret, { force: true });
    },
  };
}

/** A file in the real home, as a key would be; null where nothing can be written there. */
function homeCanary(): string | null {
  const path = join(homedir(), `.countersign-canary-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(path, 'canary\n', { flag: 'wx', mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}

async function probe(runner: CommandRunner, places: Places, listeners: Listeners, root: string): Promise<string> {
  const printed: Uint8Array[] = [];
  const { tcpPort, udpPort } = listeners;
  const words = [tcpPort, udpPort, places.outside, places.secret, places.folder, root, process.pid, canaryVariable];
  await runner.run({
    argv: ['/bin/bash', '--noprofile', '--norc', '-c', probeScript, 'probe', ...words.map(String)],
    workingFolder: root,
    roots: [root],
    mayWrite: root === places.writableRoot,
    mayUseNetwork: false,
    pinnedFiles: [],
    timeoutMs: probeTimeoutMs,
    signal: new AbortController().signal,
    onOutput: ({ stream, bytes }) => {
      if (stream === 'stdout') printed.push(bytes);
    },
  });
  return Buffer.concat(printed).toString('utf8');
}

function ownNamespaces(): string[] {
  return ['user', 'mnt', 'pid', 'net', 'ipc', 'uts'].flatMap((kind) => {
    try {
      return [readlinkSync(`/proc/self/ns/${kind}`)];
    } catch {
      return [];
    }
  });
}
