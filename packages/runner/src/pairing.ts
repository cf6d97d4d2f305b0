import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@countersign/client';
import type { ServerKey } from '@countersign/contract';
import { keyFingerprint, parsePairingCode } from '@countersign/tool-call';
import { makeStateFolder, type RunnerPlace, stateFolderOf, stateFolders } from './state-folder.ts';

/** What a runner keeps of being paired: who it is, and the key by which it knows its server. */
export type Pairing = RunnerPlace & {
  readonly runnerId: string;
  readonly name: string;
  readonly machine: string;
  /** Its credential. */
  readonly secret: string;
  readonly serverKey: ServerKey;
};

export const pairingFileName = 'pairing.json';
/** Bits of a mode that let anybody but the owner in. */
const others = 0o077;

/** Pairing came to nothing. The message says what to do next. */
export class PairingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PairingError';
  }
}

/**
 * Turns a code into a credential. The code holds the fingerprint of the server's key: a key that does not have it is
 * refused, so that whoever sits between runner and server cannot give orders.
 */
export async function pair(
  client: { readonly runner: Pick<Client['runner'], 'pair'> },
  place: { readonly server: string; readonly roots: readonly string[] },
  given: { readonly code: string; readonly name: string; readonly machine: string },
): Promise<Pairing> {
  const code = parsePairingCode(given.code);
  if (!code)
    throw new PairingError('That is not a pairing code. Make one with `countersign runner code` and copy all of it.');
  const { name, machine } = given;
  const answer = await client.runner.pair({ code: given.code, name, machine });
  if (fingerprintOf(answer.server_key) !== code.fingerprint)
    throw new PairingError(
      `${place.server} signs with another key than the one the code was made for. It may not be your server: check the address.`,
    );
  return {
    server: place.server,
    roots: place.roots,
    projectId: answer.project_id,
    runnerId: answer.runner_id,
    name,
    machine,
    secret: answer.secret,
    serverKey: answer.server_key,
  };
}

function fingerprintOf({ public_key }: ServerKey): string | null {
  try {
    return keyFingerprint(public_key);
  } catch {
    return null;
  }
}

/** Keeps it in the runner's own folder, for the eyes of its user only. Returns the folder. */
export function keepPairing(dataDir: string, pairing: Pairing): string {
  const folder = stateFolderOf(dataDir, pairing);
  makeStateFolder(folder);
  const path = join(folder, pairingFileName);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify(pairing, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, path);
  return folder;
}

export type KeptPairing = { readonly folder: string; readonly pairing: Pairing };

/** Every runner of this user on this machine. */
export function keptPairings(dataDir: string): KeptPairing[] {
  return stateFolders(dataDir).flatMap((folder) => {
    const pairing = readPairing(folder);
    return pairing === null ? [] : [{ folder, pairing }];
  });
}

/** Null where there is none. One that others can read is refused: who has it can take this runner's calls. */
export function readPairing(folder: string): Pairing | null {
  const path = join(folder, pairingFileName);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new PairingError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    const { mode } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & others) !== 0)
      throw new PairingError(
        `${path} can be read by other users, so it is not used. Run: chmod 600 ${path} - and pair again if somebody may have read it.`,
      );
    return pairingIn(readFileSync(file, 'utf8'), path);
  } finally {
    closeSync(file);
  }
}

function pairingIn(text: string, path: string): Pairing {
  try {
    const pairing = JSON.parse(text) as Pairing;
    if (typeof pairing.secret === 'string' && Array.isArray(pairing.roots)) return pairing;
  } catch {
    // Said below.
  }
  throw new PairingError(`${path} is damaged. Remove it and pair again with \`countersign runner --pair CODE\`.`);
}
