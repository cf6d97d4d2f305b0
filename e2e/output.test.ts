import { limits, type OutputChunk } from '@countersign/contract';
import { verifyStore } from '@countersign/control-plane';
import { databases, describeOnEachDatabase } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { approvedCall, newSession } from './harness/calls.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { ownStage, type Stage, useStage } from './harness/stage.ts';

const out = (offset: number, text: string): OutputChunk => ({ stream: 'stdout', offset, text });
const err = (offset: number, text: string): OutputChunk => ({ stream: 'stderr', offset, text });

async function runningCall(stage: Stage, session_id?: string): Promise<string> {
  const toolId = await approvedCall(stage, session_id === undefined ? {} : { session_id });
  await stage.runner.runner.claim(stage.projectId, toolId);
  return toolId;
}

const print = (stage: Stage, toolId: string, chunks: readonly OutputChunk[], fence = 1) =>
  stage.runner.runner.output(stage.projectId, toolId, fence, chunks);

const complete = (stage: Stage, toolId: string) =>
  stage.runner.runner.result(stage.projectId, toolId, { status: 'completed', fence: 1 });

async function printed(stage: Stage, toolId: string, client = stage.owner) {
  const { chunks } = await client.toolCalls.output(stage.projectId, toolId);
  return chunks.map(({ stream, offset, text }) => ({ stream, offset, text }));
}

describeOnEachDatabase('the output of a running call', (database) => {
  const stage = useStage(database);

  it('comes to every viewer of the project and to the agent, in order, while it runs [T7]', async () => {
    const viewers = [stage.owner, stage.member, stage.agent];
    const streams = await Promise.all(viewers.map((client) => watchEvents(client, stage.projectId)));
    const toolId = await runningCall(stage);
    await print(stage, toolId, [out(0, 'one\n'), err(0, 'oh\n'), out(4, 'two\n')]);
    await print(stage, toolId, [out(8, 'three\n')]);
    for (const stream of streams) {
      await stream.next('tool.output', toolId, ({ text }) => text === 'three\n');
      const told = stream.about(toolId).filter(({ event }) => event === 'tool.output');
      expect(told.map(({ data }) => (data as OutputChunk).text)).toEqual(['one\n', 'oh\n', 'two\n', 'three\n']);
      stream.stop();
    }
    expect(await printed(stage, toolId)).toEqual([out(0, 'one\n'), err(0, 'oh\n'), out(4, 'two\n'), out(8, 'three\n')]);
  });

  it('is heard by nobody else: not the other agent, another session or another project [A5, T7]', async () => {
    const [here, elsewhere] = [await newSession(stage), await newSession(stage)];
    const strangers = [
      await watchEvents(stage.secondAgent, stage.projectId),
      await watchEvents(stage.owner, stage.projectId, { sessionId: elsewhere }),
      await watchEvents(stage.outsider, stage.otherProjectId),
      await watchEvents(stage.secondRunner, stage.projectId),
    ];
    const viewer = await watchEvents(stage.owner, stage.projectId, { sessionId: here });
    const toolId = await runningCall(stage, here);
    await print(stage, toolId, [out(0, 'mine\n')]);
    await viewer.next('tool.output', toolId);
    for (const stream of [...strangers, viewer]) stream.stop();
    for (const { seen } of strangers) expect(seen.filter(({ event }) => event === 'tool.output')).toEqual([]);
    const refusal = await refused(stage.secondAgent.toolCalls.output(stage.projectId, toolId));
    expect(refusal).toMatchObject({ status: 404 });
  });

  it('is told once, however often a piece of it is sent [T7]', async () => {
    const toolId = await runningCall(stage);
    const pieces = [out(0, 'one\n'), out(4, 'two\n')];
    await print(stage, toolId, pieces);
    await print(stage, toolId, pieces);
    await print(stage, toolId, [out(4, 'two\nthree\n')]);
    await Promise.all([1, 2, 3].map(() => print(stage, toolId, [out(14, 'four\n')])));
    expect((await printed(stage, toolId)).map(({ text }) => text)).toEqual(['one\n', 'two\n', 'three\n', 'four\n']);
  });

  it('is told once also by a server that was started anew [T7, L2]', async () => {
    const own = await ownStage(database);
    const toolId = await runningCall(own);
    await print(own, toolId, [out(0, 'one\n')]);
    await own.restart();
    await print(own, toolId, [out(0, 'one\ntwo\n')]);
    expect(await printed(own, toolId)).toEqual([out(0, 'one\n'), out(4, 'two\n')]);
  });

  it('is masked, also where a secret is cut in two [G8, T7]', async () => {
    const toolId = await runningCall(stage);
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const text = `token: ${secret}\ndone\n`;
    for (const at of [3, 12, 20, 30]) {
      const id = await runningCall(stage);
      await print(stage, id, [out(0, text.slice(0, at)), out(at, text.slice(at))]);
      const shown = (await printed(stage, id)).map((chunk) => chunk.text).join('');
      expect(shown).toBe('token: ***REDACTED***\ndone\n');
    }
    await print(stage, toolId, [out(0, text.slice(0, 20))]);
    expect(await printed(stage, toolId)).toEqual([]);
    await print(stage, toolId, [out(20, text.slice(20))]);
    const [only] = await printed(stage, toolId);
    expect(only).toEqual(out(0, 'token: ***REDACTED***\ndone\n'));
    await print(stage, toolId, [out(text.length, 'after\n')]);
    expect((await printed(stage, toolId)).at(-1)).toEqual(out(only!.text.length, 'after\n'));
  });

  it('is masked where the secret is one of the server itself [G8, T7]', async () => {
    const toolId = await runningCall(stage);
    const [first, second] = [stage.cast.owner.slice(0, 20), stage.cast.owner.slice(20)];
    await print(stage, toolId, [out(0, `it is ${first}`)]);
    await print(stage, toolId, [out(6 + first.length, `${second}\n`)]);
    const shown = JSON.stringify(await printed(stage, toolId));
    expect(shown).not.toContain(second);
    expect(shown).toContain('***REDACTED***');
  });

  it('ends with what was held back, before the call ends [T7]', async () => {
    const toolId = await runningCall(stage);
    const stream = await watchEvents(stage.owner, stage.projectId);
    await print(stage, toolId, [out(0, 'no line')]);
    const open = await stage.owner.toolCalls.output(stage.projectId, toolId);
    expect(open).toMatchObject({ chunks: [], is_complete: false });
    await complete(stage, toolId);
    await stream.next('tool.result_ack', toolId);
    expect(stream.about(toolId).map(({ event }) => event)).toEqual(['tool.output', 'tool.result_ack']);
    stream.stop();
    const all = await stage.owner.toolCalls.output(stage.projectId, toolId);
    expect(all).toMatchObject({ chunks: [out(0, 'no line')], is_complete: true });
  });

  it('goes on for a viewer after the last piece it has seen [T7, P2]', async () => {
    const toolId = await runningCall(stage);
    await print(stage, toolId, [out(0, 'one\n'), out(4, 'two\n')]);
    const { chunks } = await stage.agent.toolCalls.output(stage.projectId, toolId);
    const rest = await stage.agent.toolCalls.output(stage.projectId, toolId, chunks[0]!.id);
    expect(rest.chunks).toEqual(chunks.slice(1));
    const resumed = await watchEvents(stage.agent, stage.projectId, { after: chunks[0]!.id });
    expect(await resumed.next('tool.output', toolId)).toMatchObject({ text: 'two\n' });
    resumed.stop();
  });

  it('is taken only from the runner that holds the call, and only while it runs [L6]', async () => {
    const toolId = await runningCall(stage);
    const text = [out(0, 'x\n')];
    const stale = { status: 409, code: 'stale_fence' };
    expect(await refused(print(stage, toolId, text, 2))).toMatchObject(stale);
    expect(await refused(stage.secondRunner.runner.output(stage.projectId, toolId, 1, text))).toMatchObject(stale);
    const waiting = await approvedCall(stage);
    expect(await refused(print(stage, waiting, text))).toMatchObject({ status: 409, code: 'illegal_transition' });
    await complete(stage, toolId);
    expect(await refused(print(stage, toolId, text))).toMatchObject({ status: 409, code: 'illegal_transition' });
    expect(await printed(stage, toolId)).toEqual([]);
  });

  it('brings back to the runner that somebody wants it stopped [T7]', async () => {
    const toolId = await runningCall(stage);
    expect(await print(stage, toolId, [out(0, 'x\n')])).toEqual({ tool_id: toolId, cancel_requested_at: null });
    await stage.owner.toolCalls.cancel(stage.projectId, toolId);
    const answer = await print(stage, toolId, [out(2, 'y\n')]);
    expect(answer.cancel_requested_at).toBe(new Date(stage.clock.now()).toISOString());
  });

  it('has an end, which is said once [T7]', async () => {
    const toolId = await runningCall(stage);
    const line = `${'x'.repeat(limits.outputChunkLengthMax - 1)}\n`;
    const count = limits.outputLengthMax / line.length;
    for (let from = 0; from < count + 2; from += 22) {
      const some = Array.from({ length: 22 }, (_, index) => out((from + index) * line.length, line));
      await print(stage, toolId, some);
    }
    const chunks = await printed(stage, toolId);
    expect(chunks).toHaveLength(count + 1);
    expect(chunks.at(-1)!.text).toMatch(/^\n… 1048576 characters were printed; what follows is not shown/);
    await complete(stage, toolId);
    expect(await printed(stage, toolId)).toHaveLength(count + 1);
  });

  it('keeps characters whole that come in two halves, and puts a mark for what is none [T7]', async () => {
    const toolId = await runningCall(stage);
    await print(stage, toolId, [out(0, 'a\ud83d'), out(2, '\ude00\n'), out(4, '\ud800b\n')]);
    expect((await printed(stage, toolId)).map(({ text }) => text).join('')).toBe('a😀\n\ufffdb\n');
  });

  it('leaves the chain of the log whole [S3]', async () => {
    const toolId = await runningCall(stage);
    await print(stage, toolId, [out(0, 'null\n'), err(0, '"quoted" \u0000 \u2028\n')]);
    await complete(stage, toolId);
    expect((await verifyStore(stage.server.plane.store)).broken).toBeNull();
  });
});

const postgres = databases.find(({ name }) => name === 'postgres')!;

describe.skipIf(postgres.isMissing)('output between two servers on one PostgreSQL database', () => {
  it('is told once and in order, at whichever of them a piece arrives [S2, T7]', async () => {
    const one = await ownStage(postgres);
    const two = await ownStage(postgres, { beside: one });
    const viewers = [await watchEvents(one.owner, one.projectId), await watchEvents(two.agent, two.projectId)];
    const toolId = await runningCall(one);
    await print(one, toolId, [out(0, 'one\n')]);
    await print(two, toolId, [out(0, 'one\n'), out(4, 'two\n')]);
    await print(one, toolId, [out(4, 'two\n'), out(8, 'three\n')]);
    await complete(two, toolId);
    for (const viewer of viewers) {
      await viewer.next('tool.result_ack', toolId);
      const told = viewer.about(toolId).filter(({ event }) => event === 'tool.output');
      expect(told.map(({ data }) => (data as OutputChunk).text)).toEqual(['one\n', 'two\n', 'three\n']);
      viewer.stop();
    }
  });
});
