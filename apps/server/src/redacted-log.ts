import type { JsonValue } from '@countersign/contract';
import type { Redactor } from '@countersign/control-plane';
import { type DestinationStream, type Logger, pino } from 'pino';

/** G8: a logger whose finished lines pass the redactor, whatever was put in them and by whom. `fields` are in every line. */
export function redactedLog(
  level: string,
  redactor: Redactor,
  to?: DestinationStream,
  fields: () => Readonly<Record<string, string>> = () => ({}),
): Logger {
  const options = {
    level,
    serializers: { err: errorForLog },
    // A copy: what a line says itself is written into it.
    mixin: () => ({ ...fields() }),
    hooks: { streamWrite: (line: string) => redactedLine(line, redactor) },
  };
  return to ? pino(options, to) : pino(options);
}

/** What an error says of itself. Those of libraries carry whole connections along, with their credentials. */
function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: errorForLog(cause) }),
  };
}

/** Taken apart first: masked as one text, a line might be no JSON any more, and what is escaped in it not be seen. */
function redactedLine(line: string, redactor: Redactor): string {
  try {
    return `${JSON.stringify(redactor.json(JSON.parse(line) as JsonValue))}\n`;
  } catch {
    return redactor.text(line);
  }
}
