import { createClient } from '@countersign/client';
import { holderOf, type KeptPairing, keptPairings } from '@countersign/runner';
import type { CommandContext } from '../command-context.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** The runners of this machine: paired, started, and known to their servers. */
export async function checkRunners({ config }: CommandContext): Promise<Finding[]> {
  let kept: KeptPairing[];
  try {
    kept = keptPairings(config().config.dataDir);
  } catch (error) {
    return [fail('runner', (error as Error).message, 'Do what it says, then look again.')];
  }
  if (kept.length === 0)
    return [
      warn('runner', 'none is paired on this machine', 'Start one in the folder it is for: `countersign runner`.'),
    ];
  return await Promise.all(kept.map(checkRunner));
}

async function checkRunner({ folder, pairing }: KeptPairing): Promise<Finding> {
  const what = `${pairing.name} for ${pairing.roots.join(', ')}`;
  const pid = holderOf(folder);
  if (pid === null)
    return warn(
      'runner',
      `${what} does not run`,
      `Start it: countersign runner --root ${pairing.roots.join(' --root ')}`,
    );
  const client = createClient({ url: pairing.server, token: pairing.secret, retriesMax: 0 });
  try {
    await client.whoAmI();
    return ok('runner', `${what} runs (process ${pid}) and is known to ${pairing.server}`);
  } catch (error) {
    return fail(
      'runner',
      `${what} runs, but ${(error as Error).message}`,
      'Pair it again: `countersign runner code` on the server, then --pair CODE.',
    );
  } finally {
    await client.close();
  }
}
