import { type SwapName, swaps } from './swaps.ts';

/** Swaps under the tools until it is told to stop, and then says how often it did. Started by `start-attacker.ts`. */
const [name, root, outside] = process.argv.slice(2) as [SwapName, string, string];
const swap = swaps[name];
const turnsAtOnce = 50;
let turns = 0;

process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send!({ turns }, () => process.exit(0)));
swap.prepare(root, outside);
process.send!('ready');
setImmediate(goOn);

function goOn(): void {
  for (let turn = 0; turn < turnsAtOnce; turn += 1) {
    try {
      swap.turn(root, outside);
    } catch {
      // The tools write into the same folders: what was to be moved may have been replaced just now.
    }
    turns += 1;
  }
  setImmediate(goOn);
}
