import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { askFor, newSession, npmTest, readReadme } from './harness/calls.ts';
import { useStage } from './harness/stage.ts';

describeOnEachDatabase('figures and hits', (database) => {
  const stage = useStage(database, { config: { role: 'server' } });

  it('count what was asked and what a remembered decision answered, for members of the project [A2, A5]', async () => {
    const session_id = await newSession(stage);
    const { approval } = await askFor(stage, { session_id });
    stage.clock.advance(3_000);
    const { grant } = await stage.member.approvals.approve(approval, { scope: 'class' });
    expect(grant).toMatchObject({ approval_id: approval.approval_id, hits: 0, last_hit_at: null });
    stage.clock.advance(1_000);
    const through = await stage.agent.executeTool(stage.projectId, { ...npmTest, session_id });
    const lastHitAt = new Date(stage.clock.now()).toISOString();
    expect(through.approval_id).toBeNull();
    await stage.runner.runner.claim(stage.projectId, through.tool_id);
    await stage.runner.runner.result(stage.projectId, through.tool_id, { status: 'failed', error: 'Exit 1', fence: 1 });
    await stage.agent.executeTool(stage.projectId, { ...readReadme, session_id });
    // It let the call through, whatever became of that.
    const { grants } = await stage.member.grants.list(stage.projectId, { session_id });
    expect(grants).toMatchObject([{ grant_id: grant!.grant_id, hits: 1, last_hit_at: lastHitAt }]);
    const revoked = await stage.member.grants.revoke(stage.projectId, grant!.grant_id);
    expect(revoked).toMatchObject({ hits: 1, last_hit_at: lastHitAt });

    const { rules, ...figures } = await stage.member.figures(stage.projectId, { days: 2 });
    expect(figures).toMatchObject({
      asked: 1,
      approved: 1,
      median_seconds: 3,
      hasty: 0,
      unasked: { allowed_by_rule: 1, allowed_by_grant: 1, denied: 0 },
      is_complete: true,
    });
    expect(figures.buckets).toHaveLength(48);
    expect(rules).toMatchObject([{ rule_id: approval.rule_id, asked: 1, proposal: { kind: 'keep', tool_id: null } }]);
    const { asked, unasked } = await stage.outsider.figures(stage.otherProjectId);
    expect([asked, unasked]).toEqual([0, { allowed_by_rule: 0, allowed_by_grant: 0, denied: 0 }]);
  });

  it('tell of approvals that nobody can have read', async () => {
    const tool_params = { path: 'long.txt', content: 'A line that is to be read.\n'.repeat(100) };
    for (let nth = 0; nth < 5; nth += 1) {
      const { approval } = await askFor(stage, { tool_name: 'write_file', tool_params });
      stage.clock.advance(5_000);
      await stage.owner.approvals.approve(approval);
    }
    const { hasty, rules } = await stage.owner.figures(stage.projectId);
    expect(hasty).toBe(5);
    expect(rules[0]).toMatchObject({ hasty: 5, tools: ['write_file'], proposal: { tool_id: expect.any(String) } });
  });
});
