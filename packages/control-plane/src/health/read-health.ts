import type { HealthView, ModelsView } from '@countersign/contract';
import { limits } from '../control-plane.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { checkApprovals } from './check-approvals.ts';
import { checkDatabase, type DatabasePort } from './check-database.ts';
import { checkDisk, type DiskPort } from './check-disk.ts';
import { checkLog, type LogPort } from './check-log.ts';
import { checkModels } from './check-models.ts';
import { checkRulesFile, type RulesFilePort } from './check-rules-file.ts';
import { checkRunners, type RunnersPort } from './check-runners.ts';
import { checkRuns } from './check-runs.ts';
import { checkSources, type SourcesPort } from './check-sources.ts';
import { type HealthFinding, trouble } from './health-finding.ts';
import { healthLimits } from './limits.ts';
import { spanText } from './say.ts';

type Check = HealthView['checks'][number]['check'];

export type HealthPorts = {
  readonly store: Pick<Store, 'listBacklog' | 'listActiveRuns' | 'listRunnable'>;
  readonly clock: Clock;
  readonly database: DatabasePort;
  readonly log: LogPort;
  readonly disk: DiskPort;
  readonly policy: RulesFilePort;
  readonly access: RulesFilePort;
  readonly runners: RunnersPort;
  readonly models: () => ModelsView['models'];
  readonly sources: SourcesPort;
};

/** Looks at every part at once. A part that cannot be looked at is in trouble, and hides none of the others. */
export async function readHealth(ports: HealthPorts): Promise<HealthView['checks']> {
  const { store, clock } = ports;
  const now = clock.now();
  const backlog = store.listBacklog(now, now - limits.presentForMs);
  const checks: Record<Check, () => HealthFinding | Promise<HealthFinding>> = {
    database: () => checkDatabase(ports.database),
    log: () => checkLog(ports.log),
    disk: () => checkDisk(ports.disk),
    policy: () => checkRulesFile('policy', ports.policy),
    access: () => checkRulesFile('access', ports.access),
    approvals: async () => checkApprovals(await backlog, now),
    runners: async () => checkRunners(await backlog, now, ports.runners),
    runs: () => checkRuns(store, now),
    models: () => checkModels(ports.models()),
    sources: () => checkSources(ports.sources),
  };
  const names = Object.keys(checks) as Check[];
  return Promise.all(names.map(async (check) => ({ check, ...(await inTime(clock, checks[check])) })));
}

/** What takes too long or fails is told as such. */
async function inTime(clock: Clock, look: () => HealthFinding | Promise<HealthFinding>): Promise<HealthFinding> {
  let callOff = (): void => undefined;
  const late = new Promise<HealthFinding>((resolve) => {
    const { checkMsMax } = healthLimits;
    callOff = clock.at(clock.now() + checkMsMax, () =>
      resolve(trouble(`It could not be looked at within ${spanText(checkMsMax)}.`)),
    );
  });
  try {
    return await Promise.race([Promise.resolve().then(look), late]);
  } catch (error) {
    return trouble(`It could not be looked at: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    callOff();
  }
}
