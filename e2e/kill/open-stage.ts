import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CreateTokenRequest, newId } from '@countersign/contract';
import type { KillPoint } from './kill-point.ts';
import { Ledger } from './ledger.ts';
import { Persistent } from './persistent.ts';
import type { Script, Stage } from './play.ts';
import type { JobEnd } from './runner.ts';
import { type Incarnation, type Place, ServerProcess } from './server-process.ts';

export type OpenStage = Stage & {
  readonly place: Place;
  readonly runnerToken: string;
  close(): Promise<void>;
};

/** Who runs calls for runners. */
export type RunnerOf = (stage: OpenStage) => (toolId: string, script: Script) => Promise<JobEnd | 'died'>;

export async function newPlace(databaseUrl: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-kill-'));
  return { databaseUrl, dataDir, notesPath: join(dataDir, 'notes.txt') };
}

/** A server that may be killed on its way up, an owner, an agent and a runner. */
export async function openStage(
  databaseUrl: string,
  runnerOf: RunnerOf,
  kill: KillPoint | null = null,
): Promise<OpenStage> {
  const place = await newPlace(databaseUrl);
  const server = new ServerProcess(place, kill);
  const { projectId } = await server.running();
  const owner = new Persistent(server, await ownerToken(place));
  const issue = async (kind: CreateTokenRequest['kind']): Promise<string> => {
    const created = await owner.call((client) =>
      client.admin.createToken({ kind, name: `${kind} ${newId()}`, project_id: projectId }),
    );
    return created.secret;
  };
  const agent = new Persistent(server, await issue('agent'));
  const runnerToken = await issue('runner');
  const { public_key: publicKey } = await owner.call((client) => client.serverKey());
  const ledger = new Ledger();
  server.onRestart = async (incarnation: Incarnation) =>
    owner.once(incarnation, (client) => ledger.check(client, projectId, server.now));
  const stage: OpenStage = {
    place,
    server,
    ledger,
    projectId,
    publicKey,
    owner,
    agent,
    runnerToken,
    run: (toolId, script) => runnerOf(stage)(toolId, script),
    async close() {
      await Promise.all([owner.close(), agent.close()]);
      await server.stop();
      await rm(place.dataDir, { recursive: true, force: true });
    },
  };
  return stage;
}

export async function ownerToken({ dataDir }: Place): Promise<string> {
  return (await readFile(join(dataDir, 'token'), 'utf8')).trim();
}
