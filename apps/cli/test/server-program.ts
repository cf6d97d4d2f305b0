import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A program that stands in for the server; `send` is how it talks to its parent. */
export function serverProgram(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'main.mjs');
  writeFileSync(path, `const send = (message) => process.send(message);\n${source}`);
  return path;
}
