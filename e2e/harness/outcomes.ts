import { CountersignError } from '@countersign/contract';

/** What became of each attempt: its value, or the code of its refusal. Anything else fails. */
export async function outcomes<T>(attempts: readonly Promise<T>[]): Promise<{ values: T[]; codes: string[] }> {
  const values: T[] = [];
  const codes: string[] = [];
  for (const settled of await Promise.allSettled(attempts)) {
    if (settled.status === 'fulfilled') values.push(settled.value);
    else if (settled.reason instanceof CountersignError) codes.push(settled.reason.code);
    else throw settled.reason;
  }
  return { values, codes };
}
