import type { StartJob } from '../job.ts';
import { startStateChanges } from './state-changes.ts';

export const startJob: StartJob = ({ postgresUrl }) => {
  if (!postgresUrl) throw new Error('this program needs PostgreSQL');
  return startStateChanges(postgresUrl, 'PostgreSQL, fsync on');
};
