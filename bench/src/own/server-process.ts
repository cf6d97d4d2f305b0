/** The child side of start-server-process.ts: the real server on a port of its own, ended when its parent lets go of it. */
import { composeServer } from './compose-server.ts';
import { createWorkspace } from './create-workspace.ts';
import type { ServerAccess } from './start-server-process.ts';

const [directory, tools] = process.argv.slice(2) as [string, string];

const server = await composeServer({ directory, tools: Number(tools) });
const address = await server.listen();
const { project, user, createAgent } = await createWorkspace(server.plane);
const agent = await createAgent('bench');

// Ctrl-C reaches the whole process group: leave the ending to the parent.
process.on('SIGINT', () => {});
process.on('disconnect', () => {
  void server.close().finally(() => process.exit(0));
});
process.send!({
  address,
  projectId: project.id,
  userSecret: user.secret,
  agentSecret: agent.secret,
} satisfies ServerAccess);
