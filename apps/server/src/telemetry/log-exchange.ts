import type { Redactor } from '@countersign/control-plane';
import { cutText } from '@countersign/policy';
import type { Logger } from 'pino';
import { telemetryLimits as limits } from './limits.ts';
import { urlForTraces } from './upstream-steps.ts';

type Request = { readonly method: string; readonly url: string; readonly body: string | Uint8Array | null };

/** P6: what is sent to a service and what comes back, for whoever looks closely. Headers carry tokens, and stay out. */
export type ExchangeLog = {
  asked(): void;
  answered(status: number, body: () => unknown): void;
};

const silent: ExchangeLog = { asked: () => undefined, answered: () => undefined };

export function exchangeLog(log: Logger, redactor: Redactor, tool: string, sent: Request): ExchangeLog {
  if (!log.isLevelEnabled('debug')) return silent;
  const request = { tool, method: sent.method, url: urlForTraces(sent.url, redactor) };
  return {
    asked() {
      const body = sent.body instanceof Uint8Array ? `${sent.body.length} bytes` : bodyForLog(redactor, sent.body);
      log.debug({ ...request, body }, 'a service is asked');
    },
    answered(status, body) {
      log.debug({ ...request, status, body: bodyForLog(redactor, body()) }, 'a service answered');
    },
  };
}

/** Masked before it is cut: half a secret is not seen for one. */
export function bodyForLog(redactor: Redactor, body: unknown): string | null {
  if (body === null || body === undefined) return null;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const masked = redactor.text(text.slice(0, limits.bodyLookedAtMax));
  return masked.length > limits.bodyLengthMax ? `${cutText(masked, limits.bodyLengthMax)}…` : masked;
}
