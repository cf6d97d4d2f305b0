import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { approvedCall, askFor, newSession, npmTest, readReadme } from './harness/calls.ts';
import { machines } from './harness/cast.ts';
import { openRawSocket, type RawSocket } from './harness/raw-socket.ts';
import { openRawStream, type RawStream } from './harness/raw-stream.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { ownStage, type Stage, useStage } from './harness/stage.ts';
import { toldSince } from './harness/told-since.ts';

const heartbeatMs = 15_000;

describeOnEachDatabase('the event stream', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const open = async (query = '', lastEventId?: number, token = stage.cast.owner): Promise<RawStream> => {
    const path = `/my/projects/${stage.projectId}/chat/stream${query}`;
    const stream = (await openRawStream(stage.url, path, { token, lastEventId })).read();
    onTestFinished(() => stream.destroy());
    return stream;
  };
  const cancelled = async () => {
    const { call } = await askFor(stage, { session_id: sessionId });
    await stage.agent.toolCalls.cancel(stage.projectId, call.tool_id);
    return call.tool_id;
  };
  const messagesOf = (stream: RawStream) => stream.blocks.filter(({ event }) => event !== null);

  it('numbers every message with its place in the log [P2]', async () => {
    const start = await stage.server.plane.store.headSeq();
    const stream = await open(`?session_id=${sessionId}`);
    await cancelled();
    await stream.until((text) => text.includes('"status":"cancelled","outcome"'));
    expect(messagesOf(stream).map(({ id }) => id)).toEqual(await toldSince(stage, start));
  });

  it('says where it stands before anything happens, so that even an empty stream can be resumed [P2]', async () => {
    const stream = await open();
    await stream.until((text) => text.includes('\n\n'));
    const id = stream.blocks[0]!.id!;
    stream.destroy();
    const toolId = await cancelled();
    const resumed = await open('', id);
    await resumed.until((text) => text.includes('"status":"cancelled","outcome"'));
    expect(resumed.text).toContain(toolId);
  });

  it('resumes after Last-Event-ID and after ?after= with what was missed, and nothing else [P2]', async () => {
    const first = await open(`?session_id=${sessionId}&after=0`);
    await cancelled();
    await first.until((text) => text.includes('"status":"cancelled","outcome"'));
    const all = messagesOf(first);
    const middle = all[1]!.id!;
    for (const resumed of [
      await open(`?session_id=${sessionId}`, middle),
      await open(`?session_id=${sessionId}&after=${middle}`),
      await open(`?session_id=${sessionId}&after=0`, middle),
    ]) {
      await resumed.until((text) => text.includes('"status":"cancelled","outcome"'));
      expect(messagesOf(resumed)).toEqual(all.slice(2));
    }
  });

  it('says on replay what was asked for, not what an edit made of it [P2, A1]', async () => {
    const live = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const { approval, call } = await askFor(stage, { session_id: sessionId });
    await stage.owner.approvals.edit(approval, { command: 'npm', args: ['run', 'lint'] });
    const first = await live.next('tool.approval_request', call.tool_id);
    const replayed = await watchEvents(stage.owner, stage.projectId, { sessionId, after: 0 });
    expect(await replayed.next('tool.approval_request', call.tool_id)).toEqual(first);
  });

  it('sends heartbeats on streams and sockets that are idle [P2]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const own = await ownStage(database);
    const session = await newSession(own);
    const path = `/my/projects/${own.projectId}`;
    const stream = (await openRawStream(own.url, `${path}/chat/stream`, { token: own.cast.owner })).read();
    const socket = (await openRawSocket(own.url, `${path}/sessions/${session}/ws`, {
      authorization: `Bearer ${own.cast.owner}`,
    })) as RawSocket;
    expect(await socket.next()).toMatchObject({ type: 'pending_approvals' });
    // Answered after the socket has joined: it hears what happens from here on.
    await askFor(own, { session_id: session });
    expect(await socket.next()).toMatchObject({ type: 'event' });
    await stream.until((text) => text.includes('tool.approval_request'));
    expect(stream.text).not.toContain('\n:');
    vi.advanceTimersByTime(heartbeatMs);
    await stream.until((text) => text.endsWith('\n:\n\n'));
    await socket.pinged();
    stream.destroy();
    socket.destroy();
  });

  it('tells runners only of orders for their project and machine, and with real parameters [P2, G8]', async () => {
    const onDesktop = await newSession(stage, machines.secondRunner);
    const [laptop, desktop, foreign] = await Promise.all([
      watchEvents(stage.runner, stage.projectId),
      watchEvents(stage.secondRunner, stage.projectId),
      watchEvents(stage.foreignRunner, stage.otherProjectId),
    ]);
    const tool_params = { command: 'deploy', args: ['--token', 'API_TOKEN=hunter2'] };
    const anywhere = await approvedCall(stage, { session_id: sessionId, tool_params });
    const there = await approvedCall(stage, { session_id: onDesktop, tool_params });
    const here = await desktop.next('tool.execution_signal', there);
    expect(here).toMatchObject({ tool_params, signed_order: { order: { tool_id: there } } });
    await laptop.next('tool.execution_signal', anywhere);
    await desktop.next('tool.execution_signal', anywhere);
    const last = await approvedCall(stage, { session_id: sessionId });
    await laptop.next('tool.execution_signal', last);
    expect(laptop.about(there)).toEqual([]);
    expect(foreign.seen).toEqual([]);
    expect(new Set([...laptop.seen, ...desktop.seen].map(({ event }) => event))).toEqual(
      new Set(['tool.execution_signal']),
    );
  });

  it('gives a runner on a session only what belongs to that session [P2, A6]', async () => {
    const elsewhere = await newSession(stage);
    const stream = await watchEvents(stage.runner, stage.projectId, { sessionId });
    const other = await approvedCall(stage, { session_id: elsewhere });
    const own = await approvedCall(stage, { session_id: sessionId });
    await stream.next('tool.execution_signal', own);
    expect(stream.about(other)).toEqual([]);
  });

  it('shows users and agents masked parameters and no order [P2, G8]', async () => {
    const user = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const agent = await watchEvents(stage.agent, stage.projectId);
    const tool_params = { command: 'deploy', args: ['API_TOKEN=hunter2'] };
    const toolId = await approvedCall(stage, { session_id: sessionId, tool_params });
    for (const stream of [user, agent]) {
      const signal = await stream.next('tool.execution_signal', toolId);
      expect(signal.signed_order).toBeUndefined();
      expect(signal.tool_params).toMatchObject({ args: ['API_TOKEN=***REDACTED***'] });
    }
  });

  it('tells an agent only of its own calls, live and on catching up [P2, A5]', async () => {
    const live = await watchEvents(stage.secondAgent, stage.projectId);
    const foreign = await cancelled();
    const { tool_id: own } = await stage.secondAgent.executeTool(stage.projectId, readReadme);
    await live.next('tool.execution_signal', own);
    const replayed = await watchEvents(stage.secondAgent, stage.projectId, { after: 0 });
    await replayed.next('tool.execution_signal', own);
    for (const stream of [live, replayed]) expect(stream.about(foreign)).toEqual([]);
  });

  it('tells a user nothing of projects they are not in [A5, P2]', async () => {
    const stream = await watchEvents(stage.outsider, stage.otherProjectId, { after: 0 });
    await cancelled();
    const { session_id } = await stage.foreignAgent.sessions.create(stage.otherProjectId);
    await stream.next('session.created', session_id);
    expect(new Set(stream.seen.map(({ event }) => event))).toEqual(new Set(['session.created']));
    expect(await refused(watchEvents(stage.outsider, stage.projectId))).toMatchObject({ status: 404 });
  });

  it('cuts off a reader that does not read, who goes on where it was without loss [P2]', async () => {
    const own = await ownStage(database);
    const path = `/my/projects/${own.projectId}/chat/stream`;
    const token = own.cast.owner;
    const start = own.server.plane.store.headSeq();
    const lazy = await openRawStream(own.url, path, { token });
    await allowEverything(own);
    for (let made = 0; made < 16; made += 1) await bigCall(own);
    await newSession(own);
    const expected = await toldSince(own, await start);
    // Only now it begins to read: what it gets is the beginning, and then the end of the connection.
    lazy.read();
    await lazy.until(() => false);
    const seen = lazy.blocks.filter(({ event }) => event !== null).map(({ id }) => id!);
    expect(seen.length).toBeLessThan(expected.length);
    expect(seen).toEqual(expected.slice(0, seen.length));

    const resumed = (await openRawStream(own.url, path, { token, lastEventId: seen.at(-1) ?? (await start) })).read();
    await resumed.until((text) => text.slice(-500).includes(`id: ${expected.at(-1)}\n`) && text.endsWith('\n\n'));
    const rest = resumed.blocks.filter(({ event }) => event !== null).map(({ id }) => id!);
    expect([...seen, ...rest]).toEqual(expected);
    resumed.destroy();
  });

  it('keeps a reader that reads, however big a message is [P2]', async () => {
    const stream = await open();
    const runner = await open('', undefined, stage.cast.runner);
    await allowEverything(stage);
    const toolId = await bigCall(stage);
    const { call } = await askFor(stage, { session_id: sessionId });
    await stream.until((text) => text.slice(-1_000).includes(call.tool_id));
    expect(messagesOf(stream).filter(({ data }) => data?.includes(toolId))).toHaveLength(1);
    await runner.until((text) => text.endsWith('\n\n') && text.includes(toolId));
    expect([stream.isEnded, runner.isEnded]).toEqual([false, false]);
  });

  it('survives viewers that leave while they catch up [P2]', async () => {
    await allowEverything(stage);
    for (let made = 0; made < 2; made += 1) await bigCall(stage);
    const streams = await Promise.all(Array.from({ length: 12 }, () => open('?after=0')));
    for (const [index, stream] of streams.entries()) {
      if (index % 2) await stream.until((text) => text.length > 0);
      stream.destroy();
    }
    const { call } = await askFor(stage, { session_id: sessionId });
    const last = await open(`?session_id=${sessionId}&after=0`);
    await last.until((text) => text.includes(call.tool_id));
    expect(last.text).toContain(call.tool_id);
  });
});

/** From here on everything in the agent's own session is allowed. */
async function allowEverything(stage: Stage): Promise<void> {
  const { tool_id, approval_id } = await stage.agent.executeTool(stage.projectId, npmTest);
  if (approval_id === null) return void (await stage.agent.toolCalls.cancel(stage.projectId, tool_id));
  await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approval_id), {
    scope: 'session',
  });
}

/** An event of 1 MB, about as big as a call that can be shown: the parameters of one that is allowed. */
async function bigCall(stage: Stage): Promise<string> {
  const tool_params = { path: 'src/big.txt', content: 'x'.repeat(1_000_000) };
  return (await stage.agent.executeTool(stage.projectId, { tool_name: 'write_file', tool_params })).tool_id;
}
