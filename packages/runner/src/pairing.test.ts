import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@countersign/client';
import { newId } from '@countersign/contract';
import { newPairingCode } from '@countersign/tool-call';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../test/scratch-folder.ts';
import { projectId, signingServer } from '../test/signed-orders.ts';
import { keepPairing, keptPairings, pair, readPairing } from './pairing.ts';

const { serverKey } = signingServer();
const place = { server: 'http://127.0.0.1:7717', roots: ['/work'] };
const asked = { name: 'my laptop', machine: 'laptop' };

/** A server that answers a code with this key. */
function answering(key = serverKey): { runner: Pick<Client['runner'], 'pair'> } {
  const answer = { runner_id: newId<string>(), project_id: projectId, secret: 'cs_runner_secret', server_key: key };
  return { runner: { pair: () => Promise.resolve(answer) } };
}

describe('pairing', () => {
  it('pins the key whose fingerprint is in the code [L7]', async () => {
    const { code } = newPairingCode(serverKey.public_key);
    expect(await pair(answering(), place, { ...asked, code })).toMatchObject({
      ...place,
      ...asked,
      projectId,
      secret: 'cs_runner_secret',
      serverKey,
    });
  });

  it('refuses a server that gives another key [L7]', async () => {
    const { code } = newPairingCode(serverKey.public_key);
    const other = signingServer().serverKey;
    await expect(pair(answering(other), place, { ...asked, code })).rejects.toThrow('signs with another key');
    const none = { ...serverKey, public_key: 'no key' };
    await expect(pair(answering(none), place, { ...asked, code })).rejects.toThrow('signs with another key');
  });

  it('asks for a code that is one', async () => {
    await expect(pair(answering(), place, { ...asked, code: '123' })).rejects.toThrow('countersign runner code');
  });

  it('is kept for the eyes of its user only, and refused where others can read it', async () => {
    const dataDir = scratchFolder();
    const { code } = newPairingCode(serverKey.public_key);
    const pairing = await pair(answering(), place, { ...asked, code });
    const folder = keepPairing(dataDir, pairing);
    const path = join(folder, 'pairing.json');
    expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(keptPairings(dataDir)).toEqual([{ folder, pairing }]);
    chmodSync(path, 0o640);
    expect(() => readPairing(folder)).toThrow(`chmod 600 ${path}`);
    chmodSync(path, 0o600);
    writeFileSync(path, '{');
    expect(() => readPairing(folder)).toThrow('pair again');
    expect(readPairing(dataDir)).toBeNull();
  });
});
