import { newId, type RunId } from '@countersign/contract';
import { describe, expect, it, vi } from 'vitest';
import type { WarmRun } from './loop/run-work.ts';
import { RunNudges } from './run-nudges.ts';
import { WarmRuns } from './warm-runs.ts';

const warm = () => ({ run: { id: newId<RunId>() } }) as unknown as WarmRun;

describe('runs that are kept warm', () => {
  it('are given to one worker at a time', () => {
    const runs = new WarmRuns();
    const one = warm();
    runs.keep(one);
    expect(runs.take(one.run.id)).toBe(one);
    expect(runs.take(one.run.id)).toBeNull();
  });

  it('are so many at most: the one that was kept first goes first', () => {
    const runs = new WarmRuns(2);
    const all = [warm(), warm(), warm()];
    for (const each of all) runs.keep(each);
    expect(all.map(({ run }) => runs.take(run.id))).toEqual([null, all[1], all[2]]);
  });
});

describe('nudges', () => {
  it('reach those who listen for that run, while they do', () => {
    const nudges = new RunNudges();
    const [one, other] = [newId<RunId>(), newId<RunId>()];
    const heard = vi.fn();
    const stop = nudges.listen(one, heard);
    nudges.listen(one, stop);
    nudges.nudge(other);
    expect(heard).not.toHaveBeenCalled();
    nudges.nudge(one);
    nudges.nudge(one);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
