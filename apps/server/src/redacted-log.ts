import type { JsonValue } from '@countersign/contract';
import type { Redactor } from '@countersign/control-plane';
import { type DestinationStream, type Logger, pino } from 'pino';

/** G8: a logger whose finished lines pass the redactor, whatever was put in them and by whom. */
export function redactedLog(level: string, redactor: Redactor, to?: DestinationStream): Logger {
  const options = { level, hooks: { streamWrite: (line: string) => redactedLine(line, redactor) } };
  return to ? pino(options, to) : pino(options);
}

/** Taken apart first: masked as one text, a line might be no JSON any more, and what is escaped in it not be seen. */
function redactedLine(line: string, redactor: Redactor): string {
  try {
    return `${JSON.stringify(redactor.json(JSON.parse(line) as JsonValue))}\n`;
  } catch {
    return redactor.text(line);
  }
}
