import { CountersignError, type ErrorCode, errorRegistry } from '@countersign/contract';

type Refused = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** The refusal a promise ends in, with its status; fails where it was not refused. */
export async function refused(promise: Promise<unknown>): Promise<Refused> {
  try {
    const answer = await promise;
    throw new Error(`it was accepted: ${JSON.stringify(answer)}`);
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    const { code, message, details } = error;
    return { status: Number(details.status ?? errorRegistry[code].status), code, message, details };
  }
}

/** The same of several at once. */
export function allRefused(promises: readonly Promise<unknown>[]): Promise<Refused[]> {
  return Promise.all(promises.map(refused));
}
