import { maskTexts, type Redactor } from '@countersign/control-plane';

/**
 * The only fields that may carry a secret past this point, each with who takes care of it: arguments are sealed and
 * masked on admission, an edit is laid over them, a result is masked by name too when it is recorded, what a
 * command prints is masked over the seams of its pieces, and the ticket of a link and the code of a pairing are
 * credentials; a secret's value is sealed, a document is masked tool by tool when it is imported, claims are only looked at.
 */
const realFields: ReadonlySet<string> = new Set([
  'tool_params',
  'arguments',
  'modified_arguments',
  'result',
  'ticket',
  'code',
  'chunks',
  'value',
  'document',
]);

/** G8: what a client sent, as handlers get it. A handler cannot forget to mask what it was never given. */
export function maskInput<T>(redactor: Pick<Redactor, 'text'>, input: T): T {
  if (typeof input !== 'object' || input === null) return input;
  const open = Object.entries(input).filter(([name]) => !realFields.has(name));
  const shown = Object.fromEntries(open);
  const masked = maskTexts(redactor, shown);
  return masked === shown ? input : { ...input, ...masked };
}
