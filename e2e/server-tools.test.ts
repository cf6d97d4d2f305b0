import type { ToolDefinition } from '@countersign/contract';
import type { ServerExecutor } from '@countersign/control-plane';
import { databases, describeOnEachDatabase } from '@countersign/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const addition: ToolDefinition = {
  name: 'add',
  description: 'Add two numbers',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  target: 'server',
  executionTimeoutMs: 10_000,
};
const onePlusTwo = { tool_name: 'add', tool_params: { a: 1, b: 2 } };

/** An executor that does as it is told and counts. */
function executorOf(execute: ServerExecutor['execute']): { parts: object; runs: unknown[] } {
  const runs: unknown[] = [];
  const executor: ServerExecutor = {
    execute(toolName, args, signal, running) {
      runs.push(args);
      return execute(toolName, args, signal, running);
    },
  };
  return { parts: { extraTools: [addition], executor }, runs };
}

const adds: ServerExecutor['execute'] = async (_name, args) => ({ ok: true, result: Number(args.a) + Number(args.b) });
const untilAborted: ServerExecutor['execute'] = (_name, _args, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

async function ask(stage: Stage, decision: 'approve' | 'reject'): Promise<string> {
  const { tool_id, approval_id } = await stage.agent.executeTool(stage.projectId, onePlusTwo);
  const approval = await stage.owner.approvals.get(stage.projectId, approval_id!);
  await stage.owner.approvals.decide(approval, { decision });
  return tool_id;
}

describeOnEachDatabase('tools that the server runs itself', (database) => {
  it('pass the same gate, and run once when they are approved [L8, L6]', async () => {
    const { parts, runs } = executorOf(adds);
    const stage = await ownStage(database, { parts });
    await ask(stage, 'reject');
    const toolId = await ask(stage, 'approve');
    const settled = await stage.agent.waitUntilSettled(stage.projectId, toolId);
    expect(settled).toMatchObject({ status: 'completed', result: 3, runner_id: null, risk_level: 'HIGH' });
    expect(runs).toEqual([{ a: 1, b: 2 }]);
  });

  it('are not offered to runners [P2, L6]', async () => {
    const stage = await ownStage(database, { parts: executorOf(untilAborted).parts });
    const runner = await watchEvents(stage.runner, stage.projectId);
    const toolId = await ask(stage, 'approve');
    expect(await refused(stage.runner.runner.claim(stage.projectId, toolId))).toMatchObject({ status: 404 });
    expect(runner.seen).toEqual([]);
    await stage.agent.toolCalls.cancel(stage.projectId, toolId);
  });

  it('tell a failure as a failure, and the process goes on [L9, T8]', async () => {
    const error = 'no such number';
    const ways: ServerExecutor['execute'][] = [
      async () => ({ ok: false, error }),
      () => Promise.reject(new Error(error)),
      () => {
        throw new Error(error);
      },
    ];
    const { parts, runs } = executorOf((...given) => ways[runs.length - 1]!(...given));
    const stage = await ownStage(database, { parts });
    for (const _ of ways) {
      const toolId = await ask(stage, 'approve');
      expect(await stage.agent.waitUntilSettled(stage.projectId, toolId)).toMatchObject({
        status: 'failed',
        error,
        error_type: 'tool_exec',
      });
    }
  });

  it('are stopped when they are cancelled, and the record says so [L9]', async () => {
    const stage = await ownStage(database, { parts: executorOf(untilAborted).parts });
    const stream = await watchEvents(stage.owner, stage.projectId);
    const toolId = await ask(stage, 'approve');
    await stream.next('tool.status', toolId, ({ status }) => status === 'executing');
    await stage.agent.toolCalls.cancel(stage.projectId, toolId);
    const settled = await stage.agent.waitUntilSettled(stage.projectId, toolId);
    expect(settled).toMatchObject({ status: 'cancelled', outcome: { kind: 'cancelled' } });
  });

  it('are stopped when their time is up, as a timeout of the execution [L5, T8]', async () => {
    const stage = await ownStage(database, { parts: executorOf(untilAborted).parts });
    const stream = await watchEvents(stage.owner, stage.projectId);
    const toolId = await ask(stage, 'approve');
    await stream.next('tool.status', toolId, ({ status }) => status === 'executing');
    stage.clock.advance(10_000);
    const settled = await stage.agent.waitUntilSettled(stage.projectId, toolId);
    expect(settled).toMatchObject({ status: 'failed', error_type: 'timeout', outcome: { kind: 'failed' } });
  });

  it('keep their lease while they run [L6]', async () => {
    const longTool = { ...addition, executionTimeoutMs: 600_000 };
    const finish = Promise.withResolvers<void>();
    onTestFinished(() => finish.resolve());
    const { parts } = executorOf(async () => {
      await finish.promise;
      return { ok: true, result: 'done' };
    });
    const stage = await ownStage(database, { parts: { ...parts, extraTools: [longTool] } });
    const stream = await watchEvents(stage.owner, stage.projectId);
    const toolId = await ask(stage, 'approve');
    await stream.next('tool.status', toolId, ({ status }) => status === 'executing');
    const read = () => stage.owner.toolCalls.get(stage.projectId, toolId);
    let { version } = await read();
    // Three leases long, a third of one at a time: each is renewed before the next begins.
    for (let third = 0; third < 9; third += 1) {
      stage.clock.advance(10_000);
      const before = version;
      while (version === before) ({ version } = await read());
    }
    expect(await read()).toMatchObject({ status: 'executing' });
    finish.resolve();
    expect(await stage.agent.waitUntilSettled(stage.projectId, toolId)).toMatchObject({ status: 'completed' });
  });
});

const postgres = databases.find(({ name }) => name === 'postgres')!;

describe.skipIf(postgres.isMissing)('tools that one of two servers runs', () => {
  it('run once between them [S2, L6]', async () => {
    const { parts, runs } = executorOf(adds);
    const one = await ownStage(postgres, { parts });
    await ownStage(postgres, { parts, beside: one });
    const toolIds = await Promise.all(Array.from({ length: 10 }, () => ask(one, 'approve')));
    for (const toolId of toolIds) {
      expect(await one.agent.waitUntilSettled(one.projectId, toolId)).toMatchObject({ status: 'completed', result: 3 });
    }
    expect(runs).toHaveLength(toolIds.length);
  });
});
