import type { StartJob } from '../job.ts';
import { databaseFile, SQLITE_DURABILITY } from './compose-server.ts';
import { startStateChanges } from './state-changes.ts';

export const startJob: StartJob = ({ directory }) => startStateChanges(databaseFile(directory), SQLITE_DURABILITY);
