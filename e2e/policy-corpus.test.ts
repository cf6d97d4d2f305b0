import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackCases, placedIn, placeText, treePlanter } from '../packages/policy/test/attack-cases.ts';
import { overBlocked, type Said, silentRuns, wrong } from '../packages/policy/test/attack-outcomes.ts';

const program = new URL('../apps/cli/src/main.ts', import.meta.url).pathname;

/** The cases of the gate's own tests, asked through the command that anybody can ask. */
describe('countersign policy check, over the whole corpus of attacks', () => {
  const cases = attackCases();
  let folder: string;
  let said: readonly Said[];

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-corpus-')));
    const plant = treePlanter(join(folder, 'trees'));
    const lines = cases.map(({ id, tool, params, params_raw, setup }) => {
      const tree = plant(setup);
      const given =
        typeof params_raw === 'string'
          ? { params_raw: placeText(tree, params_raw) }
          : { params: placedIn(tree, params ?? null) };
      return JSON.stringify({ id, tool, ...given, root: tree.workspace, home: tree.home });
    });
    said = await check(lines, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('answers every line, in its place [G6]', () => {
    expect(said.map(({ id }) => id)).toEqual(cases.map(({ id }) => id));
  });

  it('says of none that it runs unasked where somebody had to be asked [G1, G3, G4]', () => {
    expect(silentRuns(cases, said)).toEqual([]);
  });

  it('does not get in the way of honest work [G3, G4]', () => {
    expect(overBlocked(cases, said)).toEqual([]);
  });

  it('denies and asks as the gate itself does [G1, G4, G7]', () => {
    expect(wrong(cases, said)).toEqual([]);
  });
});

async function check(lines: readonly string[], folder: string): Promise<readonly Said[]> {
  const child = spawn(
    process.execPath,
    [program, 'policy', 'check', '--root', folder, '--home', folder, '--data-dir', join(folder, 'data')],
    { stdio: ['pipe', 'pipe', 'inherit'], cwd: folder },
  );
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const answers = (await child.stdout.setEncoding('utf8').toArray()).join('');
  return answers
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Said);
}
