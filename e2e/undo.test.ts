import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { approvedCall, writeNote } from './harness/calls.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { useStage } from './harness/stage.ts';

describeOnEachDatabase('a write that was taken back', (database) => {
  const stage = useStage(database);
  const completed = async (request: object = writeNote): Promise<string> => {
    const toolId = await approvedCall(stage, request);
    await stage.runner.runner.claim(stage.projectId, toolId);
    await stage.runner.runner.result(stage.projectId, toolId, { status: 'completed', fence: 1 });
    return toolId;
  };
  const undone = { path: 'note.txt', sha256: 'a'.repeat(64) };

  it('is told to viewers and stands in the log, and the call stays completed [T5]', async () => {
    const toolId = await completed();
    const stream = await watchEvents(stage.agent, stage.projectId);
    const call = await stage.runner.runner.undone(stage.projectId, toolId, undone);
    expect(call).toMatchObject({ tool_id: toolId, status: 'completed' });
    expect(await stream.next('tool.undone', toolId)).toMatchObject({ path: 'note.txt', by: 'runner' });
    stream.stop();
    const events = await stage.server.plane.store.listEvents({ after: 0, limit: 1_000 });
    expect(events.findLast(({ subjectId }) => subjectId === toolId)).toMatchObject({
      type: 'tool_call.undone',
      actor: `runner:${stage.ids.runner}`,
      data: { by: 'runner', ...undone },
    });
  });

  it('is told once; the same again is answered the same [L3]', async () => {
    const toolId = await completed();
    const ways = [1, 2, 3].map(() => stage.runner.runner.undone(stage.projectId, toolId, undone));
    const answers = await Promise.all(ways);
    expect(new Set(answers.map(({ version }) => version)).size).toBe(1);
    const events = await stage.server.plane.store.listEvents({ after: 0, limit: 1_000 });
    const told = events.filter(({ type, subjectId }) => type === 'tool_call.undone' && subjectId === toolId);
    expect(told).toHaveLength(1);
  });

  it('is believed of the runner that made it, and of nobody else [A5]', async () => {
    const toolId = await completed();
    for (const client of [stage.secondRunner, stage.foreignRunner])
      expect(await refused(client.runner.undone(stage.projectId, toolId, undone))).toMatchObject({ status: 404 });
  });

  it('is something that only a completed write can be [L1]', async () => {
    const command = await completed({});
    const refusal = { status: 409, code: 'illegal_transition' };
    expect(await refused(stage.runner.runner.undone(stage.projectId, command, undone))).toMatchObject(refusal);
    const running = await approvedCall(stage, writeNote);
    await stage.runner.runner.claim(stage.projectId, running);
    expect(await refused(stage.runner.runner.undone(stage.projectId, running, undone))).toMatchObject(refusal);
  });
});
