import type { BreakerState } from '@countersign/contract';
import type { SourceRecord } from '../ports/records.ts';
import { fine, type HealthFinding, notice, trouble } from './health-finding.ts';
import { counted, named } from './say.ts';

export type SourcesPort = {
  listSources(): Promise<readonly SourceRecord[]>;
  /** U6: how each stands that was called. */
  breakers(): Iterable<{ readonly source: string; readonly state: BreakerState }>;
};

/** Services that are not called at all come before those that could not be looked at again. */
export async function checkSources(port: SourcesPort): Promise<HealthFinding> {
  const sources = await port.listSources();
  if (sources.length === 0) return fine('No service is registered.');
  const standings = [...port.breakers()];
  const inState = (state: BreakerState) => standings.filter((each) => each.state === state).map(({ source }) => source);
  const open = inState('open');
  if (open.length > 0)
    return trouble(
      `${named(open)} failed too often and ${isOrAre(open)} not called for now. Look whether the service is well.`,
    );
  const probed = inState('half_open');
  if (probed.length > 0)
    return notice(`${named(probed)} failed too often and ${isOrAre(probed)} tried again with few calls.`);
  const unread = sources.filter(({ refreshError }) => refreshError !== null);
  if (unread.length > 0) {
    const names = unread.map(({ settings }) => settings.name);
    return notice(`${named(names)} could not be read again: ${unread[0]!.refreshError} Its tools stay as they were.`);
  }
  return fine(`${counted(sources.length, 'service')} registered, none in trouble.`);
}

function isOrAre(names: readonly string[]): 'is' | 'are' {
  return names.length === 1 ? 'is' : 'are';
}
