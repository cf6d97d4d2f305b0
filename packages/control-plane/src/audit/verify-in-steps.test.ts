import { setImmediate } from 'node:timers/promises';
import { anEvent } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { eventHash, genesisHash } from '../event-hash.ts';
import { verifyInSteps } from './verify-in-steps.ts';

const event = { ...anEvent(), seq: 1 };
const entry = { ...event, hash: eventHash(genesisHash, event) };
const head = { chainId: entry.chainId, length: 3_000, lastSeq: 3_000, headHash: 'x' };

describe('verifying in steps', () => {
  it('reads no further once nobody listens [S3]', async () => {
    const page = Promise.withResolvers<void>();
    let reads = 0;
    const log = {
      listChainHeads: async () => [head],
      headSeq: async () => 3_000,
      listEvents: async () => {
        reads += 1;
        if (reads > 1) await page.promise;
        return [entry];
      },
    };
    const steps = verifyInSteps(log);
    expect(await steps.next()).toEqual({ done: false, value: { kind: 'progress', verified: 1, of: 3_000 } });
    await steps.return(undefined);
    page.resolve();
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    expect(reads).toBe(2);
  });

  it('passes on that the log cannot be read', async () => {
    const log = {
      listChainHeads: async () => [head],
      headSeq: async () => 1,
      listEvents: async () => Promise.reject(new Error('out of reach')),
    };
    await expect(verifyInSteps(log).next()).rejects.toThrow('out of reach');
  });
});
