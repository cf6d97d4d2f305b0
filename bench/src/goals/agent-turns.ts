import { type Experiment, findingOf } from '../experiment.ts';
import { askNumber, withContender } from '../with-contender.ts';

const TURNS = 500;
const WINDOW = 100;

/** Goal 15: what the agent's loop costs besides the model and the tools, and whether a long run makes it slower. */
export const agentTurns: Experiment = {
  name: 'turns of the agent',
  goals: [15],
  async measure(bench) {
    const turnMs: number[] = [];
    const growth: number[] = [];
    const side = await withContender(bench.contenders.own('agent-turns'), async (contender) => {
      // Once for nothing: what the first run compiles is not what a turn costs.
      await askNumber(contender, 'run', WINDOW);
      for (let round = 1; round <= bench.rounds; round += 1) {
        await askNumber(contender, 'run', TURNS);
        turnMs.push((await askNumber(contender, 'p50Us', 0)) / 1000);
        const first = await askNumber(contender, 'p50Us', 1);
        const last = await askNumber(contender, 'p50Us', TURNS - WINDOW + 1);
        growth.push(last / first);
        bench.progress(`round ${round}: a turn ${turnMs.at(-1)!.toFixed(2)} ms, growth ${growth.at(-1)!.toFixed(2)}x`);
      }
    });
    return {
      findings: [...findingOf('15-turn', turnMs), ...findingOf('15-flat', growth)],
      leftOut: 'leftOut' in side ? [side.leftOut] : [],
    };
  },
};
