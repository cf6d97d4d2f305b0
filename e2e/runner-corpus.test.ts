import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, ToolCallView, ToolResult } from '@countersign/contract';
import { databases, hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AttackCase,
  type AttackTree,
  attackCases,
  placedIn,
  placeText,
  plantTree,
} from '../packages/policy/test/attack-cases.ts';
import { patient } from './harness/child-env.ts';
import { Meddler } from './harness/meddler.ts';
import { type EventRecorder, watchEvents } from './harness/recorder.ts';
import { runThrough } from './harness/run-through.ts';
import { newFolder, type RunnerProcess, startRunnerProcess } from './harness/runner-process.ts';
import { shareTrees } from './harness/share-trees.ts';
import { orderOf, sealedBy, signedBy } from './harness/signed-by-server.ts';
import { type Stage, useStage } from './harness/stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const categories: ReadonlySet<string> = new Set(['path', 'path_write', 'argv_literal', 'benign_file']);
const trees = shareTrees(attackCases().filter(({ category }) => categories.has(category)));

/** Cases of the corpus of attacks, in a real runner process: by way of the server, and past its gate. */
describe.skipIf(!hasSandbox).each(trees.map((tree, index) => ({ ...tree, index })))(
  'the corpus, tree $index',
  ({ setup, cases }) => {
    const base = newFolder('countersign-corpus-');
    const tree: AttackTree = plantTree(base, setup);
    const stage = useStage(databases[0]!, {
      config: { ...patient, toolAllowedRoots: [tree.workspace], homeDir: tree.home },
    });
    let meddler: Meddler;
    let runner: RunnerProcess;

    beforeAll(async () => {
      stage.clock.set(Date.now());
      meddler = await Meddler.start(stage.url, { isKept: true });
      runner = await startRunnerProcess(stage, {
        roots: [tree.workspace],
        server: meddler.url,
        env: { HOME: tree.home },
        args: ['--concurrency', '8'],
        isKept: true,
      });
    });
    afterAll(async () => {
      await runner.stop('SIGKILL');
      await meddler.close();
      for (const folder of [base, runner.dataDir]) rmSync(folder, { recursive: true, force: true });
    });

    const paramsOf = (each: AttackCase) => placedIn(tree, each.params) as JsonObject;

    it('comes out through the server as it has to, with nothing read or written outside [G1, G3, T9]', async () => {
      const before = outsideOf(tree);
      const wrong: unknown[] = [];
      await withEvents(stage, async (events) => {
        for (const each of cases) {
          const { call, result } = await runThrough(stage, each.tool, paramsOf(each), events);
          const problem = problemOf(each, tree, call, result);
          if (problem !== null) wrong.push([each.id, paramsOf(each), problem, call.error]);
        }
      });
      expect(wrong).toEqual([]);
      expect(outsideOf(tree)).toEqual(before);
    });

    it('is refused by the runner itself where the server lets it pass [G1, L7]', async () => {
      const before = outsideOf(tree);
      const denied = cases.filter(({ expect: expected }) => expected === 'deny');
      const wrong: unknown[] = [];
      await Promise.all(
        denied.map(async (each) => {
          const { status, error_type, result } = await meddler.give(
            signedBy(stage, orderOf(sealedBy(stage, each.tool, paramsOf(each)))),
          );
          const isRefused =
            status === 'failed' && ['policy', 'validation'].includes(error_type!) && result === undefined;
          if ((mustBeDenied(each) && !isRefused) || JSON.stringify(result ?? '').includes('CANARY'))
            wrong.push([each.id, paramsOf(each), status, error_type, result]);
        }),
      );
      expect(wrong).toEqual([]);
      expect(outsideOf(tree)).toEqual(before);
    });
  },
);

/** What is wrong with how a case came out; null where nothing is. */
function problemOf(
  each: AttackCase,
  tree: AttackTree,
  { status, error, error_type }: Pick<ToolCallView, 'status' | 'error' | 'error_type'>,
  result: ToolResult | null,
): string | null {
  if (JSON.stringify(result ?? '').includes('CANARY')) return 'it read what is outside';
  if (existsSync(join(tree.outside, 'pwned'))) return 'the canary is there';
  if (mustBeDenied(each)) return status === 'rejected' || error_type === 'validation' ? null : `it was ${status}`;
  if (each.category === 'argv_literal') {
    const expected = placeText(tree, (each as { expect_stdout?: string }).expect_stdout ?? '');
    if (status === 'completed' && result?.stdout !== expected) return `it printed ${JSON.stringify(result?.stdout)}`;
    return status === 'completed' || status === 'rejected' ? null : `it was ${status}`;
  }
  // Everyday calls name files that are not in every tree: that one is looked for and not found is well.
  const isWell = status === 'completed' || (error ?? '').includes('does not exist');
  return each.category !== 'benign_file' || isWell ? null : `it was ${status}`;
}

/** Some may also be taken literally, as the name of a file that is not there: then nothing outside may come of it. */
function mustBeDenied({ expect: expected, also_ok = [] }: AttackCase): boolean {
  return expected === 'deny' && also_ok.length === 0;
}

/** Everything beside the workspace, with its content. */
function outsideOf({ outside, sibling, home }: AttackTree): Record<string, string> {
  const found: Record<string, string> = {};
  for (const folder of [outside, sibling, home])
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        found[join(entry.parentPath, entry.name)] = readFileSync(join(entry.parentPath, entry.name), 'utf8');
  return found;
}

async function withEvents(stage: Stage, act: (events: EventRecorder) => Promise<void>): Promise<void> {
  const events = await watchEvents(stage.owner, stage.projectId);
  await act(events);
  events.stop();
}
