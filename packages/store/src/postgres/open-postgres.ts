import type { Database } from '../database.ts';

export async function openPostgres(
  _url: string,
  _options: { readonly readOnly: boolean; readonly onFault: (error: unknown) => void },
): Promise<Database> {
  throw new Error('PostgreSQL is not there yet');
}
