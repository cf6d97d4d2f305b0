/** Goals 1, 2, 3 and 14: the whole loop over the wire, against the real server in a process of its own. */
import type { StartJob } from '../job.ts';
import { checkpointedBytes } from './checkpointed-bytes.ts';
import { databaseFile, SQLITE_DURABILITY } from './compose-server.ts';
import { openApprovalClient } from './open-approval-client.ts';
import { startServerProcess } from './start-server-process.ts';

export const startJob: StartJob = async ({ directory, settings }) => {
  const server = await startServerProcess({ directory, tools: settings.tools ?? 1 });
  try {
    const client = await openApprovalClient(server);
    await client.approve();
    return {
      operations: { approve: () => client.approve() },
      answers: {
        diskBytes: () => checkpointedBytes(databaseFile(directory)),
        durability: () => SQLITE_DURABILITY,
      },
      async stop() {
        await client.close();
        await server.stop();
      },
    };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
};
