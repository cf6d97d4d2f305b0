import { fine, type HealthFinding, notice } from './health-finding.ts';
import { healthLimits } from './limits.ts';

export type LogPort = {
  /** The number of the newest entry. */
  headSeq(): Promise<number>;
  /** The number of the newest entry that those who follow were told of. */
  toldSeq(): number;
};

export async function checkLog(log: LogPort): Promise<HealthFinding> {
  const told = log.toldSeq();
  const head = await log.headSeq();
  const untold = head - told;
  if (untold > healthLimits.untoldEntriesMax)
    return notice(`Pages and agents hear late of what happens: ${untold} of ${head} entries are yet to be told.`);
  const entries = head === 1 ? '1 entry' : `${head} entries`;
  return fine(`It has ${entries}. The audit page checks that none was changed.`);
}
