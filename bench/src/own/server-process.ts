/** The child side of start-server-process.ts: the real server on a port of its own, ended when its parent lets go of it. */
import { bootstrap, createToken } from '@countersign/control-plane';
import { composeServer } from './compose-server.ts';
import type { ServerAccess } from './start-server-process.ts';

const [directory, tools] = process.argv.slice(2) as [string, string];

const server = await composeServer({ directory, tools: Number(tools) });
const address = await server.listen();
const first = await bootstrap(server.plane, 'bench');
if (!first) throw new Error('the directory holds a database already');
const { secret: agentSecret } = await createToken(
  server.plane,
  { kind: 'user', id: first.user.id },
  { kind: 'agent', name: 'bench', projectId: first.project.id, userId: null, machine: null, expiresInSeconds: null },
);

// Ctrl-C reaches the whole process group: leave the ending to the parent.
process.on('SIGINT', () => {});
process.on('disconnect', () => {
  void server.close().finally(() => process.exit(0));
});
process.send!({
  address,
  projectId: first.project.id,
  userSecret: first.secret,
  agentSecret,
} satisfies ServerAccess);
