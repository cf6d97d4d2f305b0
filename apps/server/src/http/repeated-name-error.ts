import { CountersignError } from '@countersign/contract';
import { findRepeatedName } from '@countersign/policy';

/** A name that stands twice in one object: readers differ in which they take, so it is refused. Null where it is fine. */
export function repeatedNameError(text: string): CountersignError | null {
  const name = findRepeatedName(text);
  if (name === null) return null;
  return new CountersignError('invalid_request', `The name "${name}" stands twice in one object. Send it once.`);
}
