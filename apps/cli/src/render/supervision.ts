import type { SupervisorEvent } from '../supervisor/supervise-server.ts';
import { durationText } from './duration.ts';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';

/** What happens to a server that was ready once, for a person; null for what need not be said. */
export function renderSupervisorEvent(event: SupervisorEvent, style: Style): string | null {
  switch (event.type) {
    case 'ready': {
      const where = event.ready.address === null ? '' : ` at ${printable(event.ready.address)}`;
      return `${style.good('The server is back')}${where}. What waits for a decision is still there.\n`;
    }
    case 'crashed': {
      const { code, signal, retry_in_ms: retryInMs } = event.crash;
      const said =
        event.failure === null
          ? ''
          : printableLines(event.failure)
              .map((line) => `  ${line}\n`)
              .join('');
      return `${style.bad('The server ended')} (${signal ?? `code ${code ?? 'unknown'}`}). It is started again in ${spanText(retryInMs)}.\n${said}`;
    }
    case 'crash_looped': {
      const { crashes, window_seconds: seconds } = event.crashLoop;
      return `${style.bad('CRASH LOOP')}: the server ended ${crashes} times within ${seconds} s. From now on it is tried once in ${spanText(event.retryInMs)}.
  What it wrote above says why. \`countersign doctor\` checks this machine; Ctrl+C stops trying.
`;
    }
    case 'stopped':
      return null;
  }
}

/** The same for programs. A link works once, and was told with the first start. */
export function supervisorEventDocument(event: SupervisorEvent): object | null {
  switch (event.type) {
    case 'ready':
      return event.isFirst ? event.ready : { ...event.ready, link: null };
    case 'crashed':
      return { type: 'crashed', ...event.crash, failure: event.failure };
    case 'crash_looped':
      return { type: 'crash_looped', ...event.crashLoop, retry_in_ms: event.retryInMs };
    case 'stopped':
      return null;
  }
}

function spanText(ms: number): string {
  return ms < 1000 ? `${ms / 1000} s` : durationText(ms);
}
