import { expect, it } from 'vitest';
import { isLogFiltered, localTimeOf, logQueryOf, parseLogFilter, searchOfLog, timeOf } from './log-filter.ts';

const session = '0195f0a1-7b6c-7000-8000-000000000001';
const parse = (search: string, isAdmin = true) => parseLogFilter(new URLSearchParams(search), isAdmin);

it.each([
  '',
  'log=server&type=token.',
  `type=approval.decided&actor=user&session=${session}&since=2026-11-16T10%3A00%3A00.000Z&q=npm+test`,
])('keeps "%s" in the address', (search) => {
  expect(searchOfLog(parse(search)).toString()).toBe(search);
});

it('takes nothing that the server would refuse', () => {
  expect(parse('session=nonsense&since=yesterday&until=&type=')).toEqual(parse(''));
  expect(parse(`log=server&session=${session}`).session).toBeNull();
});

it('shows the log of the server to administrators only', () => {
  expect(parse('log=server', false).scope).toBe('project');
});

it('asks for what was filled in and nothing else', () => {
  expect(logQueryOf(parse(''))).toEqual({});
  expect(isLogFiltered(parse('log=server'))).toBe(false);
  expect(logQueryOf(parse('q=+a+&subject=x'))).toEqual({ q: 'a', subject_id: 'x' });
  expect(isLogFiltered(parse('subject=x'))).toBe(true);
});

it('shows a time as it was typed', () => {
  const typed = '2026-11-16T10:30';
  expect(localTimeOf(timeOf(typed))).toBe(typed);
  expect(localTimeOf(null)).toBe('');
});
