import { describe, expect, it } from 'vitest';
import { levelOfFindings, workspaceOf } from '../../test/places.ts';
import { judgePath } from './judge-path.ts';
import { noFiles } from './workspace.ts';

function judge(given: string, access: 'read' | 'write' | 'delete' = 'read', entries: Record<string, string> = {}) {
  const { findings, use } = judgePath(workspaceOf(entries), '/ws', given, access);
  return { level: levelOfFindings(findings), ids: findings.map(({ id }) => id.replace('builtin.path.', '')), use };
}

describe('a path', () => {
  it.each(['a', './a', 'src/a', 'src/../a', '/ws/a', '/ws', '.'])('inside is LOW to read: %s [G1]', (given) => {
    expect(judge(given)).toMatchObject({ level: 'LOW', use: { isInside: true } });
  });

  it.each(['..', '/', '/etc', '/ws-evil/a', 'src/../../a', '/ws/../a', '/dev/null', '/proc/self', '/sys/x'])(
    'outside is denied: %s [G1]',
    (given) => {
      expect(judge(given)).toMatchObject({ level: 'DENY', ids: ['outside'], use: { isInside: false } });
    },
  );

  it.each([
    ['', 'shape'],
    ['a\nb', 'shape'],
    ['a\0', 'shape'],
    ['x'.repeat(256), 'shape'],
    ['é'.repeat(128), 'shape'],
    ['a/'.repeat(2100), 'shape'],
    ['é/'.repeat(1500), 'shape'],
    ['file:///etc/passwd', 'shape'],
    ['https://example.com', 'shape'],
    ['~/a', 'shape'],
    ['a\ud800', 'shape'],
  ])('that no file can have, or only a shell understands, is denied: %j [G1]', (given, id) => {
    expect(judge(given)).toMatchObject({ level: 'DENY', ids: [id] });
  });

  it('takes as many bytes as a name can have [G1]', () => {
    expect(judge('x'.repeat(255)).level).toBe('LOW');
    expect(judge('é'.repeat(127)).level).toBe('LOW');
  });

  it('is followed through links, and the reason says where it leads [G1]', () => {
    const entries = { '/ws/out': '-> /etc', '/etc': 'dir' };
    const { findings } = judgePath(workspaceOf(entries), '/ws', 'out/passwd', 'read');
    expect(findings[0]!.reason).toBe('"out/passwd" is outside the workspace (it leads to "/etc/passwd").');
  });

  it('that goes back from something that is no folder is asked about, and denied where that is outside [G1]', () => {
    expect(judge('new/../a')).toMatchObject({ level: 'MEDIUM', ids: ['gap'] });
    expect(judge('../new/../ws/a')).toMatchObject({ level: 'DENY', ids: ['outside'] });
    expect(judge('a/../b', 'read', { '/ws/a': '1' }).ids).toEqual(['gap']);
    expect(judge('../ws/a').level).toBe('LOW');
    expect(judgePath(workspaceOf({}, { files: noFiles }), '/ws', 'new/../a', 'read').findings).toEqual([]);
  });

  it.each([
    ['special', 'special', 'DENY'],
    ['unreadable', 'unreadable', 'HIGH'],
    ['2', 'hard-link', 'DENY'],
    ['-> a', 'endless', 'DENY'],
  ])('to what is %s on the disk is judged by that [G1]', (entry, id, level) => {
    expect(judge('a', 'read', { '/ws/a': entry })).toMatchObject({ level, ids: [id] });
  });

  it('with two names is read where package managers share files, and never written there [G1]', () => {
    const entries = { '/ws/node_modules': 'dir', '/ws/node_modules/x': '2' };
    expect(judge('node_modules/x', 'read', entries).level).toBe('LOW');
    expect(judge('node_modules/x', 'write', entries)).toMatchObject({ level: 'DENY', ids: ['hard-link'] });
  });

  it('that reads differently from what it is, is asked about [A8]', () => {
    expect(judge('a\u202eb')).toMatchObject({ level: 'MEDIUM', ids: ['deceptive'] });
    expect(judge('a\u202eb', 'write')).toMatchObject({ level: 'HIGH', ids: ['deceptive'] });
    expect(judge('a\\b')).toMatchObject({ level: 'MEDIUM', ids: ['backslash'] });
  });

  it.each(['.env', '.ssh', 'a/.ENV', 'id_rsa', 'x.pem', '.git/config', 'prod.env'])(
    'to secrets is never LOW: %s [G4]',
    (given) => {
      expect(judge(given)).toMatchObject({ level: 'MEDIUM', ids: ['secret'] });
    },
  );

  it('to secrets through a link with a harmless name is never LOW, and the other way round [G4]', () => {
    expect(judge('a.txt', 'read', { '/ws/a.txt': '-> .env', '/ws/.env': '1' }).ids).toEqual(['secret']);
    expect(judge('.env', 'read', { '/ws/.env': '-> a.txt', '/ws/a.txt': '1' }).ids).toEqual(['secret']);
  });

  it('is written where it is an ordinary file, not where it is a folder [G4]', () => {
    expect(judge('a.ts', 'write', { '/ws/a.ts': '1' }).level).toBe('LOW');
    for (const given of ['src', 'new/', '.', 'src/..'])
      expect(judge(given, 'write')).toMatchObject({ level: 'DENY', ids: ['directory'] });
  });

  it('that means execution later, or can be run, is HIGH to write [G4]', () => {
    expect(judge('.git/hooks/x', 'write').ids).toEqual(['protected']);
    expect(judge('run.sh', 'delete').ids).toEqual(['protected']);
    expect(judge('tool', 'write', { '/ws/tool': '1x' })).toMatchObject({ level: 'HIGH', ids: ['executable'] });
  });

  it('below a root that is the whole disk is named from there [G1]', () => {
    const workspace = { roots: ['/'], home: null, files: noFiles, forbidden: ['/data'] };
    expect(judgePath(workspace, '/', '/a/.env', 'read').use).toMatchObject({ path: 'a/.env', isInside: true });
    expect(judgePath(workspace, '/', '/', 'read').use.path).toBe('.');
    expect(levelOfFindings(judgePath(workspace, '/', '/data/key', 'read').findings)).toBe('DENY');
    expect(levelOfFindings(judgePath(workspace, '/', '/proc/1', 'read').findings)).toBe('DENY');
  });

  it('below a root that is a link is inside by both of its names [G1]', () => {
    const workspace = workspaceOf({ '/ws': '-> /real', '/real': 'dir', '/real/a': '1' });
    for (const given of ['a', '/ws/a', '/real/a'])
      expect(judgePath(workspace, '/ws', given, 'read').use).toMatchObject({ path: 'a', isInside: true });
    expect(judgePath(workspace, '/ws', '/real/.env', 'write').findings).toEqual([]);
  });

  it('that is very long is shown in short [A8]', () => {
    const [finding] = judgePath(workspaceOf(), '/ws', `/${'a/'.repeat(500)}`, 'read').findings;
    expect(finding!.reason.length).toBeLessThan(600);
  });
});
