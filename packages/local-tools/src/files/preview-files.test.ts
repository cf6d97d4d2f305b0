import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type TestWorkspace } from '../../test/open-workspace.ts';
import { toolLimits } from '../limits.ts';
import { sha256 } from './hash.ts';
import { previewFiles } from './preview-files.ts';

describe('a preview', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = openWorkspace();
  });
  afterEach(() => workspace.close());
  const preview = (...paths: string[]) => previewFiles(paths, workspace.files, toolLimits, 10);

  it('tells hash, size and text of files, and that there is none [L7]', () => {
    workspace.put('a.txt', 'grün');
    expect(preview('a.txt', 'none.txt', 'no/none.txt')).toEqual([
      { path: 'a.txt', sha256: sha256(Buffer.from('grün')), size: 5, text: 'grün' },
      { path: 'none.txt', sha256: null, size: 0, text: null },
      { path: 'no/none.txt', sha256: null, size: 0, text: null },
    ]);
  });

  it('shows no text that is none, or too long', () => {
    workspace.put('binary', 'a\0b');
    workspace.put('latin', Buffer.from([0xe9]));
    workspace.put('long', 'x'.repeat(11));
    expect(preview('binary', 'latin', 'long').map(({ text }) => text)).toEqual([null, null, null]);
  });

  it('leaves out what is outside or no file [G1]', () => {
    writeFileSync(join(workspace.outside, 'secret'), 'SECRET');
    symlinkSync(join(workspace.outside, 'secret'), join(workspace.root, 'link'));
    expect(preview('link', '/etc/passwd', '..', '.', '')).toEqual([]);
  });
});
