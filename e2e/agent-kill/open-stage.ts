import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type RunView } from '@countersign/contract';
import { newPlace, ownerToken } from '../kill/open-stage.ts';
import { Persistent } from '../kill/persistent.ts';
import { ServerProcess } from '../kill/server-process.ts';
import { LastingRunner } from './runner.ts';

/** Ten calls: one, three at once, one, two at once, three at once. */
const turns = [['a'], ['b', 'c', 'd'], ['e'], ['f', 'g'], ['h', 'i', 'j']] as const;

/** What a run reads, and what it says at the end. */
export const paths: readonly string[] = turns.flat().map((name) => `${name}.txt`);
export const answer: string = paths.map((path) => `content of ${path}`).join(' | ');

const script = {
  answers: [
    ...turns.map((calls, turn) => ({
      text: `Turn ${turn + 1}.`,
      tool_calls: calls.map((name) => ({ name: 'read_file', arguments: { path: `${name}.txt` } })),
    })),
    { text: paths.map((_, index) => `{{result.${index + 1}}}`).join(' | ') },
  ],
};

export type AgentStage = {
  readonly server: ServerProcess;
  readonly runner: LastingRunner;
  readonly projectId: string;
  readonly owner: Persistent;
  /** Has the agent do the ten calls, and waits until it has answered. */
  run(): Promise<RunView>;
  close(): Promise<void>;
};

/** A server with its worker in one process that can be killed, and a runner that cannot. */
export async function openAgentStage(databaseUrl: string): Promise<AgentStage> {
  const plain = await newPlace(databaseUrl);
  const scriptPath = join(plain.dataDir, 'script.json');
  await writeFile(scriptPath, JSON.stringify(script));
  const server = new ServerProcess({
    ...plain,
    env: { COUNTERSIGN_MODELS: `scripted:${scriptPath}` },
    isSupervised: true,
  });
  const first = await server.running();
  const { projectId } = first;
  const owner = new Persistent(server, await ownerToken(plain));
  const { secret } = await owner.call((client) =>
    client.admin.createToken({ kind: 'runner', name: `runner ${newId()}`, project_id: projectId }),
  );
  const runner = new LastingRunner(server, projectId, secret);
  server.onRestart = (incarnation) => runner.listen(incarnation);
  await runner.listen(first);
  return {
    server,
    runner,
    projectId,
    owner,
    async run() {
      const idempotencyKey = newId<string>();
      const { run } = await owner.call((client) =>
        client.chat.postMessage(projectId, { text: 'Read ten files.' }, { idempotencyKey }),
      );
      // A process that is gone is not waited for: the next one has another address.
      return owner.call((client) => client.waitUntilEnded(projectId, run.run_id, { outageMsMax: -1 }));
    },
    async close() {
      await runner.close();
      await owner.close();
      await server.stop();
      await rm(plain.dataDir, { recursive: true, force: true });
    },
  };
}
