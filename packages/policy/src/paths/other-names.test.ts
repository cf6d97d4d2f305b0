import { describe, expect, it } from 'vitest';
import { workspaceOf } from '../../test/places.ts';
import { judgePath } from './judge-path.ts';
import { isWithin, locate } from './locate.ts';

const disk = { '/ws/plain': 'dir' };

function ids(given: string, access: 'read' | 'write', entries: Record<string, string> = disk, root = '/ws'): string[] {
  const workspace = { ...workspaceOf(entries), roots: [root] };
  return judgePath(workspace, root, given, access).findings.map(({ id }) => id.replace('builtin.path.', ''));
}

describe('a protected name, spelled as a laxer disk would take it', () => {
  it.each([
    '.GIT/x',
    '.git./x',
    '.git /x',
    '.git . ./x',
    '.git::$INDEX_ALLOCATION/x',
    '.git:stream/x',
    'GIT~1/x',
    'git~1/x',
    '.ɢIT/../.ＧＩＴ/x',
    'a/.Git/b/c',
    'Makefile.',
    'RUN.SH',
    'run.sh:x',
    '.github/workflows/x.yml',
    'a/.github/Workflows/x.yml',
  ])('is still protected: %s [G4]', (given) => {
    expect(ids(given, 'write', { ...disk, '/ws/.ɢIT': 'dir' })).toContain('protected');
  });

  it.each(['.ENV', '.env.', '.env ', '.env:stream', '.env.production', 'Prod.ENV', 'ID_RSA', 'a/.SSH/x', 'x.PEM'])(
    'still holds secrets: %j [G4]',
    (given) => {
      expect(ids(given, 'read')).toContain('secret');
    },
  );

  it.each(['git/x.ts', 'a.git/x.ts', '.gitx/a.ts', 'makefile.ts', 'sh', 'a~b', '.github/x.md', 'git~x', 'x.shx'])(
    'is no other name that only looks alike: %s [G4]',
    (given) => {
      expect(ids(given, 'write')).not.toContain('protected');
    },
  );

  it.each(['env', '.environment', '.env.example', 'a.env.sample', 'id_rsa.pub.ts', 'x.pem.pub', 'key', 'pem'])(
    'is not where no secrets are: %s [G4]',
    (given) => {
      expect(ids(given, 'read')).not.toContain('secret');
    },
  );
});

describe('a link inside the workspace', () => {
  const links = {
    ...disk,
    '/ws/.git': '-> plain',
    '/ws/.env': '-> plain/a',
    '/ws/b': '-> plain/.env',
    '/ws/c': '-> .git',
  };

  it('hides no protected name, neither by its own nor by that of its target [G4]', () => {
    expect(ids('.git/hooks/x', 'write', links)).toContain('protected');
    expect(ids('.env', 'read', links)).toContain('secret');
    expect(ids('b', 'read', links)).toContain('secret');
    expect(ids('c/x', 'write', { ...disk, '/ws/c': '-> .git' })).toContain('protected');
  });

  it('is named from its root: what stands above the root protects nothing [G4]', () => {
    const above = { '/x/.git/ws': 'dir', '/x/.git/ws/a': '-> b', '/x/.git/ws/b': '1', '/x': 'dir', '/x/.git': 'dir' };
    expect(ids('a', 'write', above, '/x/.git/ws')).toEqual([]);
    expect(ids('a', 'read', { '/.env': '-> /b', '/b': '1' }, '/')).toEqual([]);
    expect(ids('.env', 'read', { '/.env': '-> /b', '/b': '1' }, '/')).toEqual(['secret']);
  });
});

describe('where a path leads', () => {
  it('has to be inside by its spelling as well as by its target [G1]', () => {
    const entries = { ...disk, '/link': '-> /ws', '/ws/out': '-> /etc', '/etc': 'dir', '/etc/back': '-> /ws/plain' };
    const workspace = workspaceOf(entries);
    const isInside = (given: string) => judgePath(workspace, '/ws', given, 'read').use.isInside;
    expect(isInside('/link/plain')).toBe(false);
    expect(isInside('/ws/../link/plain')).toBe(false);
    expect(isInside('out/x')).toBe(false);
    expect(isInside('out/back')).toBe(true);
    expect(isInside('/etc/back')).toBe(false);
    expect(isInside('plain/../plain')).toBe(true);
  });

  it('is told by spelling and by the disk, step by step [G1]', () => {
    const entries = { ...disk, '/ws/l': '-> plain/deep', '/ws/plain/deep': 'dir', '/ws/abs': '-> /ws/plain' };
    const at = (given: string) => {
      const { spelled, real, root } = locate(workspaceOf(entries), '/ws', given);
      return [spelled, real, root];
    };
    expect(at('l/../x')).toEqual(['/ws/x', '/ws/plain/x', '/ws']);
    expect(at('abs/./x//y')).toEqual(['/ws/abs/x/y', '/ws/plain/x/y', '/ws']);
    expect(at('/../../ws')).toEqual(['/ws', '/ws', '/ws']);
    expect(at('/')).toEqual(['/', '/', null]);
  });

  it('is nowhere for what no file can have, and is named as it is spelled where no link is on the way [G1]', () => {
    const { use, location } = judgePath(workspaceOf(), '/ws', 'a\nb', 'read');
    expect({ use, location }).toEqual({
      use: { given: 'a\nb', path: 'a\nb', access: 'read', isInside: false },
      location: null,
    });
    const [finding] = judgePath(workspaceOf(), '/ws', '/etc/x', 'read').findings;
    expect(finding!.reason).toBe('"/etc/x" is outside the workspace.');
  });

  it('follows as many links as the kernel does, and not one more [G1]', () => {
    const chain = (count: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`/ws/l${index}`, index === count - 1 ? '1' : `-> l${index + 1}`]),
      );
    expect(locate(workspaceOf(chain(41)), '/ws', 'l0').isEndless).toBe(false);
    expect(locate(workspaceOf(chain(42)), '/ws', 'l0').isEndless).toBe(true);
  });

  it('is within a folder, or is the folder, and not beside it [G1]', () => {
    expect([isWithin('/a', '/a'), isWithin('/a', '/a/b'), isWithin('/', '/a'), isWithin('/', '/')]).not.toContain(
      false,
    );
    expect([isWithin('/a', '/ab'), isWithin('/a', '/'), isWithin('/a/b', '/a')]).not.toContain(true);
  });
});
