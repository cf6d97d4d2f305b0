// DBOS: a workflow waits in recv, the decision is sent to it, a step executes. Everything is kept in PostgreSQL.
import { DBOS } from '@dbos-inc/dbos-sdk';
import type { StartJob } from '../../src/job.ts';

const DECISION_WAIT_S = 60;
const CONNECTIONS = 20;

export const startJob: StartJob = async ({ postgresUrl }) => {
  if (!postgresUrl) throw new Error('DBOS needs PostgreSQL');
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: postgresUrl,
    systemDatabasePoolSize: CONNECTIONS,
    logLevel: 'error',
  });
  const gated = DBOS.registerWorkflow(
    async (_call: { tool: string; note: string }) => {
      const decision = await DBOS.recv<string>('decision', DECISION_WAIT_S);
      return DBOS.runStep(async () => ({ ok: decision === 'approve' }), { name: 'execute' });
    },
    { name: 'gated' },
  );
  await DBOS.launch();

  const approve = async () => {
    const handle = await DBOS.startWorkflow(gated)({ tool: 'http.get', note: 'x'.repeat(300) });
    await DBOS.send(handle.workflowID, 'approve', 'decision');
    const result = await handle.getResult();
    if (!result.ok) throw new Error('the workflow did not execute');
  };

  return {
    operations: { approve },
    answers: { durability: () => 'PostgreSQL, fsync on' },
    stop: () => DBOS.shutdown(),
  };
};
