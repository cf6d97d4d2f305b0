import { CountersignError, errorRegistry, type ErrorCode } from '@countersign/contract';

/** The refusal a promise ends in, with its status; fails where it was not refused. */
export async function refused(promise: Promise<unknown>): Promise<{
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}> {
  try {
    const answer = await promise;
    throw new Error(`it was accepted: ${JSON.stringify(answer)}`);
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    const { code, message, details } = error;
    return { status: Number(details.status ?? errorRegistry[code].status), code, message, details };
  }
}
