import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { createClient } from '@countersign/client';
import { CountersignError, isUuid } from '@countersign/contract';
import { type KeptPairing, keepPairing, keptPairings, type Pairing, PairingError, pair } from '@countersign/runner';
import type { CommandContext } from '../command-context.ts';
import { serverAddress } from '../connection/server-address.ts';
import { ToldError } from '../told-error.ts';
import { UsageError } from '../usage-error.ts';

export type PairingOptions = {
  readonly roots: readonly string[];
  /** A code that somebody made for this runner. */
  readonly code: string | null;
  readonly name: string | null;
  readonly machine: string | null;
};

/**
 * The pairing to go by: a new one where a code is given, else the one that is kept for this server and these roots, else
 * a new one if this is the machine of the server and the credential of its owner is at hand.
 */
export async function openPairing(context: CommandContext, options: PairingOptions): Promise<KeptPairing> {
  try {
    return await findOrPair(context, options);
  } catch (error) {
    if (error instanceof PairingError) throw new ToldError(error.message, { cause: error });
    throw error;
  }
}

async function findOrPair(context: CommandContext, options: PairingOptions): Promise<KeptPairing> {
  const { config } = context.config();
  const address = serverAddress(config, context.terminal);
  const server = new URL(address.url).origin;
  if (options.code !== null) return await pairWith(context, server, options, options.code);
  const isOwn = address.isOwn && config.token === null;
  // On the machine of the server the project is known by name too, and one that is gone is not gone back to.
  const project = isOwn ? await context.projectId() : config.project;
  const kept = findKept(context, options.roots, { server, isCertain: isOwn || config.server !== null, project });
  if (kept !== null) return asPaired(kept, options);
  if (!isOwn)
    throw new UsageError(
      `this machine is not paired with ${server} for ${options.roots.join(', ')}: make a code there with \`countersign runner code\` and add --pair CODE`,
    );
  const { code } = await context.client().call('createPairingCode', { params: { project_id: project! } });
  return await pairWith(context, server, options, code);
}

/** Name and machine are the server's to know: they change by pairing again, never in silence. */
function asPaired(kept: KeptPairing, { name, machine }: PairingOptions): KeptPairing {
  const { pairing } = kept;
  for (const [flag, given, is] of [
    ['--name', name, pairing.name],
    ['--machine', machine, pairing.machine],
  ] as const)
    if (given !== null && given !== is)
      throw new UsageError(`this runner is paired as "${is}": leave ${flag} out, or pair again with --pair CODE`);
  return kept;
}

/** Which server is meant may be left open, where only one pairing is there for the roots. */
function findKept(
  { config }: CommandContext,
  roots: readonly string[],
  meant: { readonly server: string; readonly isCertain: boolean; readonly project: string | null },
): KeptPairing | null {
  const wanted = [...roots].sort().join('\n');
  const forRoots = keptPairings(config().config.dataDir).filter(
    ({ pairing }) =>
      [...pairing.roots].sort().join('\n') === wanted &&
      (meant.project === null || !isUuid(meant.project) || pairing.projectId === meant.project),
  );
  const there = forRoots.filter(({ pairing }) => pairing.server === meant.server);
  const found = there.length > 0 || meant.isCertain ? there : forRoots;
  if (found.length > 1)
    throw new UsageError(
      `there is more than one pairing for these folders: say which with --server and --project (${found.map(({ pairing }) => `${pairing.server} ${pairing.projectId}`).join(', ')})`,
    );
  return found[0] ?? null;
}

async function pairWith(
  context: CommandContext,
  server: string,
  { roots, name, machine }: PairingOptions,
  code: string,
): Promise<KeptPairing> {
  const { hostname } = context.terminal;
  const place = { server, roots };
  const client = createClient({ url: server, token: null });
  const attempt = (tried: string): Promise<Pairing> =>
    pair(client, place, { code, name: tried, machine: machine ?? hostname });
  const usual = `${hostname} ${basename(roots[0]!) || '/'}`.slice(0, nameLength);
  try {
    const pairing = await attempt(name ?? usual).catch((error: unknown) => {
      const isTaken = error instanceof CountersignError && error.code === 'name_taken';
      // A name that nobody chose can just as well be another.
      if (name !== null || !isTaken) throw error;
      return attempt(`${usual} ${randomBytes(2).toString('hex')}`);
    });
    return { folder: keepPairing(context.config().config.dataDir, pairing), pairing };
  } finally {
    await client.close();
  }
}

const nameLength = 90;
