import type { Logger } from 'pino';

/** Its codes are numbers; 0 is the one that means it arrived. */
type Outcome = { readonly code: number; readonly error?: Error };
type Exporter = { export(items: never, done: (outcome: Outcome) => void): void };

/** Says once that nothing arrives, and once that it does again: whoever runs the server has to know, calls do not wait. */
export function withReports<T extends Exporter>(exporter: T, what: string, log: Logger): T {
  let isArriving = true;
  const send = exporter.export.bind(exporter) as T['export'];
  exporter.export = ((items: never, done: (outcome: Outcome) => void) =>
    send(items, (outcome) => {
      const arrived = outcome.code === 0;
      if (arrived !== isArriving && !arrived) log.warn({ err: outcome.error }, `${what} do not reach the collector`);
      if (arrived !== isArriving && arrived) log.info(`${what} reach the collector again`);
      isArriving = arrived;
      done(outcome);
    })) as T['export'];
  return exporter;
}
