import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type TestWorkspace } from '../../test/open-workspace.ts';
import { sha256 } from '../files/hash.ts';
import type { UndoLimits } from './undo-limits.ts';
import { UndoStore } from './undo-store.ts';

describe('undoing a change', () => {
  let workspace: TestWorkspace;
  let folder: string;
  let now: number;
  beforeEach(() => {
    workspace = openWorkspace();
    folder = join(mkdtempSync(join(tmpdir(), 'countersign-undo-')), 'undo');
    now = Date.now();
  });
  afterEach(() => {
    workspace.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = (limits: Partial<UndoLimits> = {}) => UndoStore.open(folder, { limits, now: () => now });
  const write = async (undo: UndoStore, callId: string, path: string, content: string) =>
    await workspace.run('write', { path, content }, { undo, callId });

  it('puts back what was there, with its mode, once', async () => {
    workspace.put('a.sh', 'old');
    chmodSync(join(workspace.root, 'a.sh'), 0o755);
    const undo = open();
    expect((await write(undo, 'call-1', 'a.sh', 'new')).meta).toMatchObject({ undo: true });
    chmodSync(join(workspace.root, 'a.sh'), 0o600);
    const path = join(workspace.root, 'a.sh');
    // Another process does it: what is kept says everything.
    expect(open().undo('call-1')).toEqual({ callId: 'call-1', path, sha256: sha256(Buffer.from('old')) });
    expect(workspace.text('a.sh')).toBe('old');
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(() => undo.undo('call-1')).toThrow(/Nothing is kept of the call call-1/);
  });

  it('takes away a file that the call made', async () => {
    const undo = open();
    await write(undo, 'call-1', 'new/a.txt', 'new');
    expect(undo.undo('call-1')).toMatchObject({ sha256: null });
    expect(existsSync(join(workspace.root, 'new/a.txt'))).toBe(false);
  });

  it('touches nothing where the file is not what the call left', async () => {
    workspace.put('a.txt', 'old');
    const undo = open();
    await write(undo, 'call-1', 'a.txt', 'new');
    workspace.put('a.txt', 'newer');
    expect(() => undo.undo('call-1')).toThrow(/was changed after the call/);
    expect(workspace.text('a.txt')).toBe('newer');
    rmSync(join(workspace.root, 'a.txt'));
    expect(() => undo.undo('call-1')).toThrow(/was changed after the call/);
    writeFileSync(join(workspace.outside, 'a.txt'), 'new');
    symlinkSync(join(workspace.outside, 'a.txt'), join(workspace.root, 'a.txt'));
    expect(() => undo.undo('call-1')).toThrow(/outside the workspace/);
    rmSync(join(workspace.root, 'a.txt'));
    workspace.put('b.txt', 'new');
    symlinkSync('b.txt', join(workspace.root, 'a.txt'));
    expect(() => undo.undo('call-1')).toThrow(/was changed after the call/);
    rmSync(join(workspace.root, 'a.txt'));
    workspace.put('a.txt', 'new');
    expect(undo.undo('call-1')).toMatchObject({ path: join(workspace.root, 'a.txt') });
  });

  it('keeps it where only its user can read it', async () => {
    workspace.put('a.txt', 'old');
    await write(open(), 'call-1', 'a.txt', 'new');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['call-1.before', 'call-1.json']);
  });

  it('keeps no file that is too large, and says so', async () => {
    workspace.put('a.txt', '12345');
    expect((await write(open({ fileBytesMax: 4 }), 'call-1', 'a.txt', 'new')).meta).toMatchObject({ undo: false });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('lets go of the oldest, after a while or where there is too much', async () => {
    workspace.put('a.txt', '0123456789');
    const undo = open({ keptBytesMax: 25, keptMsMax: 1000 });
    for (const nth of [1, 2, 3]) await write(undo, `call-${nth}`, 'a.txt', `${nth}`.repeat(10));
    expect(() => undo.undo('call-1')).toThrow(/Nothing is kept/);
    expect(undo.undo('call-3')).toMatchObject({ callId: 'call-3' });
    now += 2000;
    await write(open({ keptBytesMax: 25, keptMsMax: 1000 }), 'call-4', 'a.txt', 'x');
    expect(() => undo.undo('call-2')).toThrow(/Nothing is kept/);
    expect(undo.undo('call-4')).toMatchObject({ callId: 'call-4' });
  });

  it('says of a damaged content that it is one, and of an id that it cannot be one', async () => {
    workspace.put('a.txt', 'old');
    const undo = open();
    await write(undo, 'call-1', 'a.txt', 'new');
    writeFileSync(join(folder, 'call-1.before'), 'other');
    expect(() => undo.undo('call-1')).toThrow(/damaged/);
    expect(() => undo.undo('../x')).toThrow(/only letters/);
  });
});
