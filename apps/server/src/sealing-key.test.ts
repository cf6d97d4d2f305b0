import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { orderSignerFile } from './order-signer-file.ts';
import { sealingKey } from './sealing-key.ts';

describe('the sealing key', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'countersign-key-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
  });
  const fromFile = () => sealingKey({ sealingKey: null, dataDir });
  const path = () => join(dataDir, 'sealing-key');

  it('is made at the first start, for its owner alone, and found again at the next [G8]', () => {
    const key = fromFile();
    expect(key).toHaveLength(32);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(fromFile()).toEqual(key);
    expect(readdirSync(dataDir)).toEqual(['sealing-key']);
  });

  it('is the one of the configuration where there is one, and no file is made', () => {
    const given = Buffer.alloc(32, 5);
    expect(sealingKey({ sealingKey: given.toString('base64'), dataDir })).toEqual(given);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([0o640, 0o604, 0o620, 0o666])(
    'is refused where others can reach its file (mode %o), saying what to do',
    (mode) => {
      fromFile();
      chmodSync(path(), mode);
      expect(fromFile).toThrow(`chmod 600 ${path()}`);
    },
  );

  it('is refused where the file holds something else, which is left alone', () => {
    for (const text of ['', 'short', 'x'.repeat(44), Buffer.alloc(31).toString('base64')]) {
      writeFileSync(path(), text, { mode: 0o600 });
      expect(fromFile).toThrow('holds no key');
      expect(readFileSync(path(), 'utf8')).toBe(text);
    }
  });

  it("is kept as the server's own key is", () => {
    const { key } = orderSignerFile(dataDir);
    expect(orderSignerFile(dataDir).key).toEqual(key);
    chmodSync(join(dataDir, 'server-key.pem'), 0o644);
    expect(() => orderSignerFile(dataDir)).toThrow('chmod 600');
  });
});
