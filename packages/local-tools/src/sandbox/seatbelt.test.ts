import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seatbelt, seatbeltProfile } from './seatbelt.ts';

const input = {
  roots: ['/Users/me/project'],
  mayWrite: false,
  mayUseNetwork: false,
  readable: [],
  temporaryFolder: '/private/tmp/x',
};

describe('the profile for macOS', () => {
  it('refuses everything that it does not name [T6]', () => {
    expect(seatbeltProfile(input).split('\n').slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
  });

  it('lets roots be written only where the command may write [T6]', () => {
    const writes = (mayWrite: boolean) =>
      linesWith(seatbeltProfile({ ...input, mayWrite }), 'allow file-write*').join('\n');
    expect(writes(false)).not.toContain('/Users/me/project');
    expect(writes(true)).toContain('(subpath "/Users/me/project")');
  });

  it('has a network only where the command may use it [T6]', () => {
    expect(linesWith(seatbeltProfile(input), 'network')).toEqual(['(deny network*)']);
    expect(
      linesWith(seatbeltProfile({ ...input, mayUseNetwork: true }), 'allow network-outbound').length,
    ).toBeGreaterThan(0);
  });

  it('shows nothing of the home but the root [T6]', () => {
    expect(seatbeltProfile(input).match(/\/Users[^"]*/g)).toEqual(['/Users/me/project', '/Users/me/project']);
  });

  it('cannot be changed by the name of a folder [T6]', () => {
    const roots = ['/Users/me/a") (allow default) (subpath "/'];
    expect(seatbeltProfile({ ...input, roots })).toContain('(subpath "/Users/me/a\\") (allow default) (subpath \\"/")');
    expect(() => seatbeltProfile({ ...input, roots: ['/Users/me/a\n(allow default)'] })).toThrow('line break');
  });

  it('stands before the command, and scripts that were approved are refused: they cannot be kept [T6]', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-seatbelt-')));
    const sandbox = seatbelt({
      ...{ program: '/usr/bin/sandbox-exec', toolFolders: [], environment: {} },
      temporaryFolder: join(root, 'temporary'),
    });
    const reach = {
      argv: ['ls', '-l'],
      workingFolder: root,
      roots: [root],
      mayWrite: true,
      mayUseNetwork: false,
      pinnedFiles: [],
    };
    const { argv, processes } = sandbox.wrap(reach);
    expect([argv[0], argv[1], ...argv.slice(3), processes]).toEqual([
      '/usr/bin/sandbox-exec',
      '-p',
      '--',
      'ls',
      '-l',
      'shared',
    ]);
    const pinnedFiles = [{ path: join(root, 'x.sh'), bytes: Buffer.from('x'), mode: 0o755 }];
    expect(() => sandbox.wrap({ ...reach, pinnedFiles })).toThrow('cannot be read any more');
    writeFileSync(join(root, 'x.sh'), 'y');
    expect(() => sandbox.wrap({ ...reach, pinnedFiles })).toThrow('not what was approved');
    writeFileSync(join(root, 'x.sh'), 'x');
    expect(sandbox.wrap({ ...reach, pinnedFiles }).argv).toEqual(argv);
    rmSync(root, { recursive: true });
  });
});

function linesWith(profile: string, words: string): string[] {
  return profile.split('\n').filter((line) => line.includes(words));
}
