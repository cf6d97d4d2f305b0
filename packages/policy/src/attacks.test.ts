import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@countersign/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOnDisk, localToolDefinitions } from '../../local-tools/src/index.ts';
import { type AttackCase, attackCases, placedIn, placeText, treePlanter } from '../test/attack-cases.ts';
import { overBlocked, type Said, silentRuns, wrong } from '../test/attack-outcomes.ts';
import { parseStrictJson } from './arguments/parse-strict-json.ts';
import { decide } from './decide.ts';
import { deniedArguments, requestJudge } from './rules/judge-request.ts';
import { emptyPolicy } from './rules/policy.ts';

/** Attacks that worked on other gates, their variants, and the honest work that must go on beside them. */
describe('the gate, against the cases in attacks.jsonl', () => {
  const cases = attackCases();
  const kinds = [...Map.groupBy(cases, ({ category }) => category)];
  let folder: string;
  let plant: ReturnType<typeof treePlanter>;

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-attacks-')));
    plant = treePlanter(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const judge = requestJudge(localToolDefinitions);
  const ask = ({ id, tool, params, params_raw, setup }: AttackCase): Said => {
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
  };

  it('holds thousands of them, of every kind', () => {
    expect(cases.length).toBeGreaterThan(3000);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it.each(kinds)(
    'of the kind %s: none runs unasked, what nobody may approve is denied, honest work goes on [G1, G3, G4, G7]',
    (_, ofKind) => {
      const said = ofKind.map(ask);
      expect(silentRuns(ofKind, said)).toEqual([]);
      expect(overBlocked(ofKind, said)).toEqual([]);
      expect(wrong(ofKind, said)).toEqual([]);
    },
  );
});

function readParams(read: () => unknown): JsonObject | null {
  try {
    return read() as JsonObject;
  } catch {
    return null;
  }
}
