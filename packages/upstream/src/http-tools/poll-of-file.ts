import type { PollConfig } from '@countersign/contract';
import { query } from 'jsonpath-rfc9535';
import type { PollOfFile } from './http-tools-file.ts';

/** How a job is waited for, under its long names; a text says what is wrong, and at which key. */
export function pollOfFile(
  poll: PollOfFile,
  absolute: (url: string) => string,
): PollConfig | { readonly key: string; readonly message: string } {
  const statusUrl = poll.status_url ?? poll.status_url_template;
  const statusField = poll.status_field ?? poll.status_field_path;
  const resultField = poll.result_field ?? poll.result_field_path;
  if (statusUrl === undefined)
    return { key: '', message: '`status_url` is missing: add it with the address that tells how a job is doing' };
  if (statusField === undefined)
    return { key: '', message: '`status_field` is missing: add it with a JSONPath such as $.status' };
  for (const [key, path] of [
    ['status_field', statusField],
    ['result_field', resultField],
  ] as const) {
    if (path !== undefined && !isJsonPath(path))
      return { key, message: `\`${key}\` is no JSONPath: write one such as $.status` };
  }
  const optional = {
    failed_values: poll.failed_values,
    result_field_path: resultField,
    poll_interval_seconds: poll.interval_seconds ?? poll.poll_interval_seconds,
    max_interval_seconds: poll.max_interval_seconds,
    backoff_multiplier: poll.backoff_multiplier,
    max_poll_attempts: poll.max_attempts ?? poll.max_poll_attempts,
  };
  return {
    status_url_template: absolute(statusUrl),
    status_field_path: statusField,
    completed_values: poll.completed_values,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<PollConfig>),
  };
}

/** The longest that a job can take: every wait, and every question as slow as it may be. */
export function pollBudgetMs(poll: PollConfig, timeoutSeconds: number): number {
  const { poll_interval_seconds: first = 1, max_interval_seconds: most = 30 } = poll;
  const { backoff_multiplier: factor = 1.5, max_poll_attempts: attempts = 60 } = poll;
  let waited = 0;
  let interval = first;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    waited += Math.min(interval, most);
    interval = Math.min(interval * factor, most);
  }
  return Math.ceil((waited + attempts * timeoutSeconds) * 1000);
}

function isJsonPath(path: string): boolean {
  try {
    query({}, path);
    return true;
  } catch {
    return false;
  }
}
