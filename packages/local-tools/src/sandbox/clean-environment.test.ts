import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from './clean-environment.ts';

const folders = { programs: ['/usr/bin', '/bin'], home: '/tmp/home', temporary: '/tmp' };
const bare = cleanEnvironment({}, folders);

describe('the environment of a command', () => {
  it('has programs, a home, a language and no name of a person [T6]', () => {
    expect(bare).toMatchObject({
      PATH: '/usr/bin:/bin',
      HOME: '/tmp/home',
      TMPDIR: '/tmp',
      LANG: 'C.UTF-8',
      TERM: 'dumb',
    });
    expect([bare.USER, bare.LOGNAME]).toEqual(['countersign', 'countersign']);
  });

  it('takes over language and time zone [T6]', () => {
    const own = { LANG: 'de_DE.UTF-8', LC_TIME: 'en_GB.UTF-8', TZ: 'Europe/Berlin', LANGUAGE: 'de:en' };
    expect(cleanEnvironment(own, folders)).toEqual({ ...bare, ...own });
  });

  it.each([
    ...['GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'NODE_OPTIONS', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'BASH_ENV', 'ENV'],
    ...['GIT_DIR', 'GIT_SSH_COMMAND', 'SSH_AUTH_SOCK', 'DBUS_SESSION_BUS_ADDRESS', 'HTTP_PROXY', 'PYTHONPATH', 'IFS'],
  ])('does not take over %s [T6]', (name) => {
    expect(cleanEnvironment({ [name]: 'C' }, folders)).toEqual(bare);
  });

  it.each(['/etc/passwd', ':/etc/passwd', '../../secret', '$(id)', 'a b', 'x'.repeat(65), ''])(
    'takes over no value that could be more than a name: %j [T6]',
    (value) => {
      expect(cleanEnvironment({ TZ: value, LANG: value }, folders)).toEqual(bare);
    },
  );

  it('never has a name that is not on the list [T6]', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (own) => {
        const more = Object.keys(cleanEnvironment(own, folders)).filter((name) => !(name in bare));
        expect(more.filter((name) => !/^(?:LANGUAGE|LC_[A-Z]+|TZ)$/.test(name))).toEqual([]);
      }),
    );
  });
});
