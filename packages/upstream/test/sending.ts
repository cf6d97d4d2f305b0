import { createHash } from 'node:crypto';
import { fakeClock } from '@countersign/testing';
import { onTestFinished } from 'vitest';
import { HttpSender, type SenderOptions } from '../src/http/http-sender.ts';
import type { SpillTarget } from '../src/http/upstream-response.ts';
import type { RenderedRequest } from '../src/request/rendered-request.ts';
import { UpstreamFailure } from '../src/upstream-failure.ts';

/** A sender to this machine whose clock stands still; closed when the test is over. */
export function aSender(options: Partial<SenderOptions> = {}): HttpSender {
  const sender = new HttpSender({ rules: { allowPrivate: true }, clock: fakeClock(), ...options });
  onTestFinished(() => sender.close());
  return sender;
}

export function aRequest(url: string, given: Partial<RenderedRequest> = {}): RenderedRequest {
  const method = given.method ?? 'GET';
  return { method, url, headers: [], body: null, isRepeatable: method !== 'POST' && method !== 'PATCH', ...given };
}

/** The failure that something ends in; anything else is an error of the test. */
export async function failureOf(work: Promise<unknown>): Promise<UpstreamFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error;
    throw error;
  }
  throw new Error('It should have failed.');
}

/** Keeps what is spilled, and says whether it was let go. */
export function memorySpill(): SpillTarget & {
  readonly chunks: Uint8Array[];
  state: 'unused' | 'open' | 'finished' | 'abandoned';
} {
  const chunks: Uint8Array[] = [];
  const spill = {
    chunks,
    state: 'unused' as 'unused' | 'open' | 'finished' | 'abandoned',
    async open() {
      spill.state = 'open';
      return {
        async write(chunk: Uint8Array) {
          chunks.push(chunk);
        },
        async finish() {
          spill.state = 'finished';
          const content = Buffer.concat(chunks);
          return { file_id: 'file', bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
        },
        async abandon() {
          spill.state = 'abandoned';
        },
      };
    },
  };
  return spill;
}
