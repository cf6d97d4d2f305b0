import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@countersign/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOnDisk, localToolDefinitions } from '../../local-tools/src/index.ts';
import { attackCases, placedIn, placeText, treePlanter } from '../test/attack-cases.ts';
import { overBlocked, type Said, silentRuns, wrong } from '../test/attack-outcomes.ts';
import { parseStrictJson } from './arguments/parse-strict-json.ts';
import { decide } from './decide.ts';
import { deniedArguments, requestJudge } from './rules/judge-request.ts';
import { emptyPolicy } from './rules/policy.ts';

/** Attacks that worked on other gates, their variants, and the honest work that must go on beside them. */
describe('the gate, against the cases in attacks.jsonl', () => {
  const cases = attackCases();
  let folder: string;
  let said: readonly Said[];

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-attacks-')));
    const plant = treePlanter(folder);
    const judge = requestJudge(localToolDefinitions);
    said = cases.map(({ id, tool, params, params_raw, setup }) => {
      const tree = plant(setup);
      const workspace = { roots: [tree.workspace], home: tree.home, files: filesOnDisk };
      const given = readParams(() =>
        typeof params_raw === 'string' ? parseStrictJson(placeText(tree, params_raw)) : placedIn(tree, params),
      );
      const { outcome, risk } =
        given === null
          ? deniedArguments(['they cannot be read'])
          : judge({ tool, params: given, agentId: '', sessionId: '', projectId: '' }, (call) =>
              decide(emptyPolicy, call, workspace),
            );
      return { id, outcome, risk };
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('holds thousands of them, of every kind', () => {
    expect(cases.length).toBeGreaterThan(3000);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it('lets none run unasked that somebody had to be asked about [G1, G3, G4]', () => {
    expect(silentRuns(cases, said)).toEqual([]);
  });

  it('does not get in the way of honest work [G3, G4]', () => {
    expect(overBlocked(cases, said)).toEqual([]);
  });

  it('denies what nobody may approve, and asks about the rest with the right risk [G1, G4, G7]', () => {
    expect(wrong(cases, said)).toEqual([]);
  });
});

function readParams(read: () => unknown): JsonObject | null {
  try {
    return read() as JsonObject;
  } catch {
    return null;
  }
}
