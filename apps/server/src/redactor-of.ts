import type { Redactor } from '@countersign/control-plane';
import { redacted, redactor } from '@countersign/redaction';

/** The redactor of a server that was given these secrets. */
export function redactorOf(known: readonly string[]): Redactor {
  const values = new Set(known);
  const text = (given: string): string => {
    let masked = given;
    for (const value of values) masked = masked.replaceAll(value, redacted);
    return redactor.text(masked);
  };
  return {
    text,
    json: (value) =>
      redactor.json(JSON.parse(JSON.stringify(value), (_, item) => (typeof item === 'string' ? text(item) : item))),
    learn(...given) {
      for (const value of given) values.add(value);
    },
  };
}
