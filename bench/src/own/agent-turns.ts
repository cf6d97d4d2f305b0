/**
 * Goal 15: the product's own server and worker, SQLite FULL, in this process; a scripted model that answers at once, and a tool
 * that does nothing. A turn is timed from its start in the log to the start of the next: it holds the model's step, the tool
 * call from the gate to its result, and every commit of both.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@countersign/client';
import type { StartJob } from '../job.ts';
import { median } from '../statistics.ts';
import { composeServer, SQLITE_DURABILITY } from './compose-server.ts';
import { createWorkspace } from './create-workspace.ts';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';

const WINDOW = 100;
const TURNS_MAX = 1_000;

/** The tool counts as HIGH by its name; nothing is to be asked here. */
const policy = `version: 1
rules:
  - id: bench
    match: { tool: ${TOOL_NAME} }
    outcome: allow
    up_to: HIGH
`;

export const startJob: StartJob = async ({ directory }) => {
  const script = join(directory, 'script.json');
  writeFileSync(script, JSON.stringify({ answers: answersOf(TURNS_MAX) }));
  const policyFile = join(directory, 'policy.yaml');
  writeFileSync(policyFile, policy);
  const server = await composeServer({ directory, tools: 1, policyFile, model: `scripted:${script}` });
  const { project, user } = await createWorkspace(server.plane);
  const address = await server.listen();
  const client = createClient({ url: address, token: user.secret });

  let startedAt: number[] = [];
  server.plane.store.subscribe((events) => {
    for (const { type } of events) if (type === 'turn.started') startedAt.push(performance.now());
  });
  const turnUs = (): number[] => startedAt.slice(1).map((at, index) => (at - startedAt[index]!) * 1000);

  return {
    answers: {
      durability: () => SQLITE_DURABILITY,
      async run(turns) {
        startedAt = [];
        const control = { max_turns: turns, max_tokens: 1_000_000_000 };
        const { run } = await client.chat.postMessage(project.id, { text: 'Work.', control });
        const ended = await client.waitUntilEnded(project.id, run.run_id);
        if (ended.usage.turns !== turns) throw new Error(`a run of ${turns} turns ended: ${ended.end_reason}`);
        return startedAt.length;
      },
      p50Us: (from) => median(from === 0 ? turnUs() : turnUs().slice(from - 1, from - 1 + WINDOW)),
    },
    async stop() {
      await client.close();
      await server.close();
    },
  };
};

/** Each asks for something else, so that the run gets somewhere. */
function answersOf(count: number): object[] {
  return Array.from({ length: count }, (_, turn) => ({
    text: `Step ${turn}.`,
    tool_calls: [{ name: TOOL_NAME, arguments: { ...TOOL_PARAMS, city: `Oslo ${turn}` } }],
  }));
}
