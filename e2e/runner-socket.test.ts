import type { ReceivedMessage } from '@countersign/client';
import { describeOnEachDatabase } from '@countersign/testing';
import { refuseOrder } from '@countersign/tool-call';
import { expect, it, onTestFinished } from 'vitest';
import { approvedCall, askFor, newSession, writeNote } from './harness/calls.ts';
import { machines } from './harness/cast.ts';
import { Recorder } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { announce } from './harness/runners.ts';
import { ownStage, type Stage, useStage } from './harness/stage.ts';

/** What a runner hears over its socket, from when it is connected. */
async function listen(stage: Stage, client = stage.runner) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const connected = Promise.withResolvers<void>();
  const connects = { count: 0 };
  const onConnect = (): void => {
    connects.count += 1;
    connected.resolve();
  };
  const heard = new Recorder<ReceivedMessage>(
    client.openRunnerSocket(stage.projectId, { signal: stop.signal, onConnect }),
  );
  await Promise.race([connected.promise, heard.ended.then((error) => Promise.reject(error as Error))]);
  const about = (event: string, toolId: string) =>
    heard.first(
      `${event} about ${toolId}`,
      (each) => each.event === event && 'tool_id' in each.data && each.data.tool_id === toolId,
    );
  return { heard, about, connects, stop: () => stop.abort() };
}

describeOnEachDatabase('the socket of a runner', (database) => {
  const stage = useStage(database);

  it('brings the signed orders of the event stream [P2, L7]', async () => {
    const { about } = await listen(stage);
    const toolId = await approvedCall(stage);
    const { data } = (await about('tool.execution_signal', toolId)) as Extract<
      ReceivedMessage,
      { event: 'tool.execution_signal' }
    >;
    const { public_key: publicKey } = await stage.runner.serverKey();
    const trusted = { publicKey, nowMs: stage.clock.now(), hasSeenNonce: () => false };
    expect(refuseOrder(data.signed_order!, trusted)).toBeNull();
    await stage.runner.runner.claim(stage.projectId, toolId);
    await stage.owner.toolCalls.cancel(stage.projectId, toolId);
    await about('tool.cancel_signal', toolId);
  });

  it('brings what was approved before it was there [P2]', async () => {
    const toolIds = [await approvedCall(stage), await approvedCall(stage)];
    const { about } = await listen(stage);
    for (const toolId of toolIds) await about('tool.execution_signal', toolId);
  });

  it('brings orders to look at files [L7]', async () => {
    const own = await ownStage(database);
    await announce(own);
    const { about } = await listen(own);
    const { tool_id } = await own.agent.executeTool(own.projectId, writeNote);
    await about('tool.preview_signal', tool_id);
  });

  it('brings nothing of other machines, and nothing of what people say [P2, A5]', async () => {
    const [mine, theirs] = [await newSession(stage, machines.runner), await newSession(stage, machines.secondRunner)];
    const { heard, about } = await listen(stage);
    const other = await approvedCall(stage, { session_id: theirs });
    const { call } = await askFor(stage, { session_id: mine });
    const own = await approvedCall(stage, { session_id: mine });
    await about('tool.execution_signal', own);
    const ids = heard.seen.map(({ data }) => (data as { tool_id?: string }).tool_id);
    expect(ids).not.toContain(other);
    expect(ids).not.toContain(call.tool_id);
  });

  it('comes back by itself when the server does, with what can still be taken [L2]', async () => {
    const own = await ownStage(database);
    const { about, connects } = await listen(own);
    await own.restart();
    const toolId = await approvedCall(own);
    await about('tool.execution_signal', toolId);
    expect(connects.count).toBe(2);
  });

  it('ends with its credential [A5]', async () => {
    const own = await ownStage(database);
    const { heard } = await listen(own);
    const { tokens } = await own.owner.call('listTokens', {});
    const { token_id } = tokens.find(({ principal_id }) => principal_id === own.ids.runner)!;
    await own.owner.admin.revokeToken(token_id);
    expect(await heard.ended).toMatchObject({ code: 'unauthenticated' });
  });

  it('is for runners of the project alone [A4, A5]', async () => {
    for (const [client, status] of [
      [stage.owner, 403],
      [stage.agent, 403],
      [stage.foreignRunner, 404],
    ] as const)
      expect(await refused(client.openRunnerSocket(stage.projectId).next())).toMatchObject({ status });
  });
});
