/** Goal 4's yardstick: the service is called by itself, with nothing in between. */
import { Pool } from 'undici';
import type { StartJob } from '../job.ts';
import { requestEcho } from '../own/echo-request.ts';
import { startListener } from '../own/start-listener.ts';

export const startJob: StartJob = async ({ settings }) => {
  const service = await startListener('echo-service', `${settings.delayMs ?? 0}`);
  const pool = new Pool(service.url, { connections: 64, pipelining: 1 });
  return {
    operations: { call: () => requestEcho(pool) },
    answers: { durability: () => 'none' },
    async stop() {
      await pool.destroy();
      await service.stop();
    },
  };
};
