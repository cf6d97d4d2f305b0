import { setTimeout } from 'node:timers/promises';
import type { Store } from '../ports/store.ts';
import { auditLimits } from './limits.ts';
import { type AuditVerdict, verifyStore } from './verify-store.ts';

export type VerificationStep =
  | { readonly kind: 'progress'; readonly verified: number; readonly of: number }
  | { readonly kind: 'verdict'; readonly verdict: AuditVerdict };

/** S3: how far it is, a few times a second, and at last what was found. Ends when nobody listens any more. */
export async function* verifyInSteps(
  log: Pick<Store, 'listEvents' | 'listChainHeads' | 'headSeq'>,
): AsyncGenerator<VerificationStep> {
  const stop = new AbortController();
  const progress = { verified: 0, of: 0 };
  const onProgress = (verified: number, of: number): void => {
    progress.verified = verified;
    progress.of = of;
  };
  const verifying = verifyStore(log, onProgress, stop.signal);
  // Whoever left does not hear of it.
  verifying.catch(() => {});
  try {
    for (;;) {
      const pause = setTimeout(auditLimits.progressEveryMs, null, { ref: false, signal: stop.signal });
      pause.catch(() => {});
      const verdict = await Promise.race([verifying, pause]);
      if (verdict) return yield { kind: 'verdict', verdict };
      if (progress.of > 0) yield { kind: 'progress', ...progress };
    }
  } finally {
    stop.abort();
  }
}
