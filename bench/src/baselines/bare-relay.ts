/** Goal 5's yardstick: a relay on undici that does nothing but pass on. */
import { Pool } from 'undici';
import type { StartJob } from '../job.ts';
import { requestEcho } from '../own/echo-request.ts';
import { startListener } from '../own/start-listener.ts';

export const startJob: StartJob = async ({ settings }) => {
  const service = await startListener('echo-service', `${settings.delayMs ?? 0}`);
  const relay = await startListener('relay', service.url);
  const pool = new Pool(relay.url, { connections: 64, pipelining: 1 });
  return {
    operations: { call: () => requestEcho(pool) },
    answers: { durability: () => 'none' },
    async stop() {
      await pool.destroy();
      await relay.stop();
      await service.stop();
    },
  };
};
