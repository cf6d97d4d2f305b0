import { randomBytes } from 'node:crypto';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { askFor } from './harness/calls.ts';
import { expectProblem } from './harness/expect-problem.ts';
import { rawRequest } from './harness/raw-request.ts';
import { watchEvents } from './harness/recorder.ts';
import { ownStage } from './harness/stage.ts';

const withSecret = {
  tool_name: 'write_file',
  tool_params: { path: 'notes.txt', content: 'DB_PASSWORD=hunter2-hunter2' },
};

describeOnEachDatabase('a replica with another sealing key', (database) => {
  it('runs nothing that it cannot open, says why, and goes on with everything else [G8, L6, S2]', async () => {
    const stage = await ownStage(database);
    const lines: string[] = [];
    const replica = await ownStage(database, {
      beside: stage,
      config: { sealingKey: randomBytes(32).toString('base64') },
      parts: { logTo: { write: (line) => void lines.push(line) } },
    });
    const { approval, call } = await askFor(stage, withSecret);
    const base = `/my/projects/${stage.projectId}`;
    const decide = (decision: string) =>
      rawRequest(replica.url, `${base}/approvals/${approval.approval_id}/decision`, {
        method: 'POST',
        token: stage.cast.owner,
        body: JSON.stringify({ decision }),
      });
    const refused = await decide('approve');
    expectProblem(refused, 'unavailable');
    expect(refused.text).toContain('the key they were sealed with differs');
    const listed = await rawRequest(replica.url, `${base}/approvals`, { token: stage.cast.owner });
    expect(listed.json).toMatchObject({ approvals: [{ approval_id: approval.approval_id, status: 'pending' }] });

    const near = await watchEvents(stage.runner, stage.projectId);
    const far = await watchEvents(replica.runner, stage.projectId);
    await stage.owner.approvals.approve(approval);
    const offered = await near.next('tool.execution_signal', call.tool_id);
    expect(offered.signed_order!.order.call.arguments).toMatchObject(withSecret.tool_params);
    const claim = await rawRequest(replica.url, `${base}/tools/${call.tool_id}/claim`, {
      method: 'POST',
      token: stage.cast.runner,
    });
    expectProblem(claim, 'unavailable');

    // The stream of the replica was not cut: it brings the next order.
    const { approval: plain, call: next } = await askFor(stage);
    await stage.owner.approvals.approve(plain);
    await far.next('tool.execution_signal', next.tool_id);
    expect(far.about(call.tool_id)).toEqual([]);
    expect(lines.join('')).toContain('a call could not be offered to a runner');
    const { fence } = await stage.runner.runner.claim(stage.projectId, call.tool_id);
    await stage.runner.runner.result(stage.projectId, call.tool_id, { status: 'completed', fence });
  });
});
