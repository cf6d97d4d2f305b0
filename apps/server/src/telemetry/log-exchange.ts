import type { Redactor } from '@countersign/control-plane';
import { cutText } from '@countersign/policy';
import type { Logger } from 'pino';
import { telemetryLimits as limits } from './limits.ts';
import { urlForTraces } from './upstream-steps.ts';

type Request = { readonly method: string; readonly url: string; readonly body: string | null };
type Response = { readonly status: number; readonly body: unknown };

/** P6: what was sent to a service and what came back, for whoever looks closely. Headers carry tokens, and stay out. */
export function logExchange(log: Logger, redactor: Redactor, tool: string, sent: Request, got: Response | null): void {
  if (!log.isLevelEnabled('debug')) return;
  const request = { method: sent.method, url: urlForTraces(sent.url, redactor) };
  log.debug({ tool, ...request, body: bodyForLog(redactor, sent.body) }, 'a service was asked');
  if (got)
    log.debug({ tool, ...request, status: got.status, body: bodyForLog(redactor, got.body) }, 'a service answered');
}

/** Masked before it is cut: half a secret is not seen for one. */
export function bodyForLog(redactor: Redactor, body: unknown): string | null {
  if (body === null || body === undefined) return null;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const masked = redactor.text(text.slice(0, limits.bodyLookedAtMax));
  return masked.length > limits.bodyLengthMax ? `${cutText(masked, limits.bodyLengthMax)}…` : masked;
}
