/**
 * Runs the approval loop of goals 1 to 3 alone, for a look at where the server spends its time:
 *
 *   node bench/src/profile-approval-loop.ts [--ms 3000] [--concurrency 32] [--tools 1] [--prof <folder>]
 *
 * Prints approvals per second, the latencies, the CPU of both processes and the bytes of database an approval leaves.
 * While the machine does other things the CPU moves less than the rates, but it moves too. With `--prof`, the server's
 * process runs with `--cpu-prof` and leaves a .cpuprofile there when it ends (for the Performance tab of Chrome, or
 * `node bench/src/profile-top.ts <folder>`); its rates are then no result. To profile the client instead, run this file
 * itself with `node --cpu-prof`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './measure.ts';
import { checkpointedBytes } from './own/checkpointed-bytes.ts';
import { databaseFile } from './own/compose-server.ts';
import { openApprovalClient } from './own/open-approval-client.ts';
import { startServerProcess } from './own/start-server-process.ts';

const WARM_UP_MS = 500;

const { values } = parseArgs({
  options: {
    ms: { type: 'string', default: '3000' },
    concurrency: { type: 'string', default: '32' },
    tools: { type: 'string', default: '1' },
    prof: { type: 'string' },
  },
});
const ms = Number(values.ms);
const concurrency = Number(values.concurrency);
const directory = mkdtempSync(join(tmpdir(), 'bench-profile-'));
if (values.prof) mkdirSync(values.prof, { recursive: true });
const execArgv = values.prof ? ['--cpu-prof', '--cpu-prof-dir', resolve(values.prof)] : [];

try {
  const server = await startServerProcess({ directory, tools: Number(values.tools), execArgv });
  try {
    const client = await openApprovalClient(server);
    await measure(() => client.approve(), { concurrency, ms: WARM_UP_MS });
    const bytesBefore = checkpointedBytes(databaseFile(directory));
    const cpuBefore = process.cpuUsage();
    const serverCpuBefore = cpuUsOf(server.pid);
    const { n, perSecond, p50Us, p99Us } = await measure(() => client.approve(), { concurrency, ms });
    const cpu = process.cpuUsage(cpuBefore);
    const serverCpu = cpuUsOf(server.pid) - serverCpuBefore;
    const bytes = (checkpointedBytes(databaseFile(directory)) - bytesBefore) / n;
    await client.close();
    const rates = `${perSecond.toFixed(0)} approvals/s, p50 ${p50Us.toFixed(0)} us, p99 ${p99Us.toFixed(0)} us`;
    const each = `server ${(serverCpu / n).toFixed(0)} us, client ${((cpu.user + cpu.system) / n).toFixed(0)} us`;
    console.log(`${concurrency} at once: ${rates}; an approval: CPU of ${each}, ${bytes.toFixed(0)} B on disk`);
  } finally {
    await server.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** User and system time of another process, all threads; NaN where there is no /proc. Its ticks are 10 ms. */
function cpuUsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}
