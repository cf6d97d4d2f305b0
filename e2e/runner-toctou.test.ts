import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isoTime, type JsonObject, type ToolResult } from '@countersign/contract';
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
import { refused } from './harness/refused.ts';
import { ask } from './harness/run-through.ts';
import { newFolder, type RunnerProcess, startRunnerProcess } from './harness/runner-process.ts';
import { orderOf, sealedBy, signedBy } from './harness/signed-by-server.ts';
import { useStage } from './harness/stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Mutation =
  | { readonly op: 'write'; readonly path: string; readonly content: string }
  | { readonly op: 'rmdir'; readonly path: string }
  | { readonly op: 'symlink'; readonly path: string; readonly target: string }
  | { readonly op: 'set_params'; readonly params: JsonObject }
  | { readonly op: 'set_tool_definition' | 'clock' | 'decide_as' };

type ToctouCase = AttackCase & { readonly why: string; readonly mutate: readonly Mutation[] };

const cases = attackCases().filter(({ category }) => category === 'toctou') as ToctouCase[];
const onDisk = (each: ToctouCase): boolean => each.mutate.every(({ op }) => ['write', 'rmdir', 'symlink'].includes(op));

/** Something changes between the approval and the execution: it is refused, or what was approved runs. */
describe.skipIf(!hasSandbox)('what changes after an approval', () => {
  const base = newFolder('countersign-toctou-');
  const tree: AttackTree = plantTree(base, []);
  const stage = useStage(databases[0]!, {
    config: { ...patient, toolAllowedRoots: [tree.workspace], homeDir: tree.home },
  });
  let meddler: Meddler;
  let runner: RunnerProcess;

  beforeAll(async () => {
    stage.clock.set(Date.now());
    meddler = await Meddler.start(stage.url, { isKept: true });
    runner = await startRunnerProcess(stage, { roots: [tree.workspace], server: meddler.url, isKept: true });
  });
  afterAll(async () => {
    await runner.stop('SIGKILL');
    await meddler.close();
    for (const folder of [base, runner.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  /** The tree as a case wants it; the root itself stays the folder that the runner holds. */
  const replant = (setup: AttackCase['setup']): void => {
    for (const name of readdirSync(tree.workspace)) rmSync(join(tree.workspace, name), { recursive: true });
    plantTree(base, setup ?? []);
  };
  const mutate = (mutations: readonly Mutation[]): void => {
    for (const mutation of mutations) {
      if (!('path' in mutation)) continue;
      const path = join(tree.workspace, mutation.path);
      mkdirSync(dirname(path), { recursive: true });
      if (mutation.op === 'write') writeFileSync(path, placeText(tree, mutation.content));
      if (mutation.op === 'rmdir') rmSync(path, { recursive: true });
      if (mutation.op === 'symlink') symlinkSync(placeText(tree, mutation.target), path);
    }
  };
  const expectNothingOutside = (): void => {
    expect(existsSync(join(tree.outside, 'pwned'))).toBe(false);
    expect(readdirSync(tree.outside)).toEqual(['secret.txt']);
  };
  /** Approved while the runner hears nothing; then the change; then it hears of the order. */
  const approveThen = async (each: ToctouCase, events: EventRecorder, change: () => void) => {
    const params = placedIn(tree, each.params) as JsonObject;
    const asked = await ask(stage, each.tool, params, events);
    if (asked.approvalId === null) {
      await stage.agent.waitUntilSettled(stage.projectId, asked.toolId);
      change();
      return (await ask(stage, each.tool, params, events)).toolId;
    }
    meddler.goAway();
    await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, asked.approvalId));
    change();
    meddler.comeBack();
    return asked.toolId;
  };

  it.each(cases.filter(onDisk))('$id: $why [L7, G1]', async (each) => {
    replant(each.setup);
    const events = await watchEvents(stage.owner, stage.projectId);
    const toolId = await approveThen(each, events, () => mutate(each.mutate));
    const { status, error_type, result } = await stage.agent.waitUntilSettled(stage.projectId, toolId);
    expectNothingOutside();
    if (status === 'completed') expect((result as ToolResult).stdout).not.toContain('CANARY');
    else expect(['policy', 'validation']).toContain(error_type);
  });

  it('toctou-012: arguments that are added to an order after it was signed [L7]', async () => {
    const each = cases.find(({ id }) => id === 'toctou-012')!;
    const [change] = each.mutate;
    const signed = signedBy(stage, orderOf(sealedBy(stage, each.tool, placedIn(tree, each.params) as JsonObject)));
    const call = { ...signed.order.call, arguments: (change as { params: JsonObject }).params };
    void meddler.give({ ...signed, order: { ...signed.order, call } });
    const line = await runner.next('order.refused', signed.order.tool_id);
    expect(line.problem?.kind).toBe('signature');
    // And with the server's own signature: the tool takes no such argument.
    expect(await meddler.give(signedBy(stage, orderOf(call)))).toMatchObject({ error_type: 'validation' });
  });

  it('toctou-013: a tool that is another than the one that was decided about [L7, T2]', async () => {
    const call = sealedBy(
      stage,
      'execute_command',
      { command: 'node', args: ['s.js'] },
      { tool_version: '2'.repeat(16) },
    );
    expect(await meddler.give(signedBy(stage, orderOf(call)))).toMatchObject({
      status: 'failed',
      error_type: 'validation',
    });
  });

  it('toctou-015: a decision that is used a day later [L7]', async () => {
    const call = sealedBy(stage, 'write_file', { path: 'late.txt', content: 'x' });
    const yesterday = Date.now() - 86_400_000;
    const order = orderOf(call, { issued_at: isoTime(yesterday), expires_at: isoTime(yesterday + 60_000) });
    void meddler.give(signedBy(stage, order));
    expect((await runner.next('order.refused', order.tool_id)).problem?.kind).toBe('expired');
    expect(existsSync(join(tree.workspace, 'late.txt'))).toBe(false);
  });

  it('toctou-017: somebody else who approves [A5, L7]', async () => {
    replant([]);
    const events = await watchEvents(stage.owner, stage.projectId);
    const { toolId, approvalId } = await ask(stage, 'write_file', { path: 'other.txt', content: 'x' }, events);
    const approval = await stage.owner.approvals.get(stage.projectId, approvalId!);
    expect(await refused(stage.outsider.approvals.approve(approval))).toMatchObject({ status: 404 });
    expect((await stage.agent.toolCalls.get(stage.projectId, toolId)).status).toBe('awaiting_approval');
    expect(existsSync(join(tree.workspace, 'other.txt'))).toBe(false);
  });

  it('is every case there is [L7]', () => {
    const others = ['toctou-012', 'toctou-013', 'toctou-015', 'toctou-017'];
    expect(cases.filter((each) => !onDisk(each)).map(({ id }) => id)).toEqual(others);
  });

  it('stops a call whose file was shown in the approval and is another by now [L7]', async () => {
    replant([]);
    writeFileSync(join(tree.workspace, 'shown.txt'), 'one\ntwo\n');
    const events = await watchEvents(stage.owner, stage.projectId);
    const params = { path: 'shown.txt', find: 'two', replace: 'three' };
    const { toolId, approvalId } = await ask(stage, 'edit', params, events);
    const approval = await stage.owner.approvals.get(stage.projectId, approvalId!);
    expect(JSON.stringify(approval.display)).toContain('three');
    meddler.goAway();
    await stage.owner.approvals.approve(approval);
    writeFileSync(join(tree.workspace, 'shown.txt'), 'another\ntwo\n');
    meddler.comeBack();
    const call = await stage.agent.waitUntilSettled(stage.projectId, toolId);
    expect(call).toMatchObject({ status: 'failed', error_type: 'policy' });
    expect(readFileSync(join(tree.workspace, 'shown.txt'), 'utf8')).toBe('another\ntwo\n');
  });
});
