import type { SourceView } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Services that cannot be looked at or called. Nothing is said where this credential may not ask, or nobody answers. */
export async function checkSources({ client }: Pick<CommandContext, 'client'>): Promise<Finding[]> {
  let sources: readonly SourceView[];
  try {
    ({ sources } = await client().call('listSources', {}));
  } catch {
    return [];
  }
  const findings = sources.flatMap(({ name, breaker, refresh_error }) => [
    ...(refresh_error === null
      ? []
      : [warn('source', `${name}: ${refresh_error}`, `Try again: countersign sources refresh ${name}`)]),
    ...(breaker.state === 'open'
      ? [warn('source', `${name} is not called: its breaker is open`, 'Look whether the service is there and well.')]
      : []),
  ]);
  if (findings.length > 0 || sources.length === 0) return findings;
  return [ok('sources', `${sources.length} registered`)];
}
