import type { Pool } from 'undici';

/** A call of modest size, as every contender of goals 4 and 5 makes it. */
export const ECHO_ARGUMENTS = { city: 'Oslo', units: 'metric', days: 3, note: 'hello from a tool call of modest size' };

const headers = { 'content-type': 'application/json' };

/** Throws where the answer is not what was sent. */
export async function requestEcho(pool: Pool): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/echo',
    headers,
    body: JSON.stringify(ECHO_ARGUMENTS),
  });
  const answer = (await body.json()) as typeof ECHO_ARGUMENTS;
  if (statusCode !== 200 || answer.city !== ECHO_ARGUMENTS.city) throw new Error(`answered ${statusCode}`);
}
