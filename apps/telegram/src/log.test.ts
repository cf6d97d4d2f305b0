import { expect, it } from 'vitest';
import { jsonLog } from './log.ts';

it('writes lines of JSON without any secret, wherever it stands [W6, G8]', () => {
  const lines: string[] = [];
  const log = jsonLog(
    (line) => lines.push(line),
    () => ['4711:token', ''],
  );
  log('warn', 'a call to /bot4711:token/x failed', { reason: 'fetch https://t/bot4711:token/getMe' });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', name: 'telegram' });
  expect(lines[0]).not.toContain('4711:token');
  expect(lines[0]!.endsWith('}\n')).toBe(true);
});
