import { compare } from '../compare.ts';
import { type Experiment, findingOf } from '../experiment.ts';
import { findVoidReason } from '../find-void-reason.ts';
import { interleave } from '../interleave.ts';

const ONE = '1 at a time';
const MANY = '32 at once';
const SLOW_MS = 5;

/** Goal 4: a call that is validated, judged, recorded and sent, beside the same call with nothing in between. */
export const slowUpstreamCall: Experiment = {
  name: 'upstream call, 5 ms',
  goals: [4],
  async measure(bench) {
    const settings = { delayMs: SLOW_MS };
    const ours = bench.contenders.own('upstream-call', { settings });
    const direct = bench.contenders.baseline('direct-call', settings);
    const rounds = await interleave({
      contenders: [direct, ours],
      loads: { [ONE]: { concurrency: 1, ms: bench.ms }, [MANY]: { concurrency: 32, ms: bench.ms } },
      rounds: bench.rounds,
      progress: bench.progress,
    });
    const ratio = (load: string) => compare(rounds, { load, metric: 'p50Us', ours: ours.name, theirs: [direct.name] });
    const voidReason = findVoidReason(rounds, direct.name);
    return {
      findings: [...findingOf('4-one', ratio(ONE)), ...findingOf('4-many', ratio(MANY))],
      leftOut: rounds.leftOut,
      rounds,
      ...(voidReason ? { voidReason } : {}),
    };
  },
};

/** Goal 5: how much of a bare relay's throughput is left when every call is recorded. */
export const fastUpstreamCall: Experiment = {
  name: 'upstream call, 0 ms',
  goals: [5],
  async measure(bench) {
    const ours = bench.contenders.own('upstream-call');
    const relay = bench.contenders.baseline('bare-relay');
    const rounds = await interleave({
      contenders: [relay, ours],
      loads: { [MANY]: { concurrency: 32, ms: bench.ms } },
      rounds: bench.rounds,
      progress: bench.progress,
    });
    const ratios = compare(rounds, { load: MANY, metric: 'perSecond', ours: ours.name, theirs: [relay.name] });
    const voidReason = findVoidReason(rounds, relay.name);
    return {
      findings: findingOf('5-durable', ratios),
      leftOut: rounds.leftOut,
      rounds,
      ...(voidReason ? { voidReason } : {}),
    };
  },
};
