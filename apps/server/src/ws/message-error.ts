import type { CountersignError } from '@countersign/contract';
import { asCountersignError } from '../http/render-problem.ts';

/** A refused message, with the id it was sent under. */
export class MessageError extends Error {
  readonly requestId: string | null;
  readonly refused: CountersignError;

  constructor(requestId: string | null, error: unknown) {
    super('message refused');
    this.requestId = requestId;
    this.refused = asCountersignError(error);
  }
}
