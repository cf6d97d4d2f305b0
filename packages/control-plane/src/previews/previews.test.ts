import { randomBytes } from 'node:crypto';
import type { PreviewFile } from '@countersign/contract';
import { sealingKeyBytes } from '@countersign/store';
import { anAnnouncement, describeOnEachDatabase } from '@countersign/testing';
import { digestOf } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { ask, decide, refusalOf, stored, typesOf } from '../../test/acts.ts';
import { settings, useScene } from '../../test/plane.ts';
import {
  advanceDueCalls,
  announceRunner,
  type ControlPlane,
  executionOrder,
  type Gate,
  previewOrder,
  submitCall,
  submitPreview,
} from '../index.ts';

const file: PreviewFile = { path: 'src/a.txt', sha256: 'a'.repeat(64), size: 3, text: 'old' };

describeOnEachDatabase('a call that waits for a preview', (database) => {
  const scene = useScene(database);
  const pending = async (params = {}) => {
    await announceRunner(scene.plane, scene.runner, anAnnouncement);
    return ask(scene, 'write_file', params);
  };
  /** The same plane, by other rules. */
  const ruled = (change: Partial<ReturnType<Gate['assess']>>, version = 'test-2'): ControlPlane => {
    const { gate } = scene.plane;
    const other: Gate = {
      outlook: (tool) => gate.outlook(tool),
      policyVersion: version,
      assess: (request) => ({ ...gate.assess(request), ...change }),
    };
    return { ...scene.plane, gate: other };
  };

  it('is a row like any other, due when the window closes [L2]', async () => {
    const call = await pending();
    expect(await stored(scene, call)).toEqual(call);
    expect(call.state).toEqual({ status: 'pending', previewBy: scene.clock.now() + settings.previewWindowMs });
    expect(await advanceDueCalls(scene.plane)).toBe(0);
    scene.clock.advance(settings.previewWindowMs);
    expect(await advanceDueCalls(scene.plane)).toBe(1);
    expect((await stored(scene, call)).state.status).toBe('awaiting_approval');
    expect(await typesOf(scene, call)).toEqual(['tool_call.submitted', 'approval.requested']);
  });

  it('is judged by the policy that holds when the preview comes: denied, if that denies it [G6]', async () => {
    const call = await pending();
    const plane = ruled({ outcome: 'deny', ruleId: 'deny.new', reasons: ['No more.'] });
    const moved = await submitPreview(plane, scene.runner, call.id, [file]);
    expect(moved.state).toMatchObject({ status: 'rejected', by: { kind: 'policy', ruleId: 'deny.new' } });
    expect(moved.request).toMatchObject({ policyVersion: 'test-2', sealedArguments: null });
  });

  it('runs without a question, if policy allows it by then, and still only with the files that were seen [G6, L7]', async () => {
    const call = await pending();
    const plane = ruled({ outcome: 'allow', ruleId: 'allow.new' });
    const moved = await submitPreview(plane, scene.runner, call.id, [file]);
    expect(moved.state).toMatchObject({ status: 'approved', basis: { kind: 'rule', ruleId: 'allow.new' } });
    const { order } = executionOrder(plane, moved)!;
    expect(order.call).toMatchObject({ policy_version: 'test-2', expected_files: [{ path: 'src/a.txt' }] });
    expect(order.digest).toBe(digestOf(order.call));
  });

  it('is decided about by its digest with the files, which an older one is not [L7]', async () => {
    const call = await pending();
    const shown = await submitPreview(scene.plane, scene.runner, call.id, [file]);
    expect(shown.request.digest).not.toBe(call.request.digest);
    const refusal = await refusalOf(decide(scene, shown, 'approve', { digest: call.request.digest }));
    expect(refusal).toBe('digest_mismatch');
    expect((await decide(scene, shown, 'approve', { digest: shown.request.digest })).call.state.status).toBe(
      'approved',
    );
  });

  it('keeps the real arguments through the preview, and shows none of them [G8]', async () => {
    const call = await pending({ password: 'hunter22' });
    await submitPreview(scene.plane, scene.runner, call.id, [file]);
    const kept = await stored(scene, call);
    expect(JSON.parse(kept.request.sealedArguments!)).toMatchObject({ password: 'hunter22' });
    expect(kept.request.params).not.toContain('hunter22');
  });

  it('is taken by a process that cannot open it to a person who learns of that, and does not block others [L2]', async () => {
    const hidden = await pending({ password: 'hunter22' });
    const plain = await pending();
    const stranger = await scene.beside(randomBytes(sealingKeyBytes));
    scene.clock.advance(settings.previewWindowMs);
    expect(await advanceDueCalls(stranger)).toBe(2);
    for (const call of [hidden, plain])
      expect((await stored(scene, call)).state).toMatchObject({ status: 'awaiting_approval' });
    expect(await stranger.store.nextDueAt()).toBeGreaterThan(scene.clock.now());
  });

  it('has an order to look only while somebody waits for what is seen [L7]', async () => {
    const call = await pending();
    expect(previewOrder(scene.plane, call)).toMatchObject({ order: { purpose: 'preview', tool_id: call.id } });
    scene.clock.advance(settings.previewWindowMs);
    expect(previewOrder(scene.plane, call)).toBeNull();
    expect(previewOrder(scene.plane, await ask(scene, 'read_file'))).toBeNull();
  });

  it('does not wait where the setting says so, or the runner has no such tool [L8]', async () => {
    await announceRunner(scene.plane, scene.runner, anAnnouncement);
    const impatient = { ...scene.plane, settings: { ...settings, previewWindowMs: 0 } };
    const input = { toolName: 'write_file', params: { path: 'a' }, sessionId: null, note: null, idempotencyKey: null };
    expect((await submitCall(impatient, scene.agent, input)).state.status).toBe('awaiting_approval');
    await announceRunner(scene.plane, scene.runner, { ...anAnnouncement, tools: {} });
    expect((await ask(scene, 'write_file')).state.status).toBe('awaiting_approval');
  });
});
