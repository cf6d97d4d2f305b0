import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExecutionOrder, isoTime, newId, type SealedCall, type SignedOrder } from '@countersign/contract';
import { databases, hasSandbox } from '@countersign/testing';
import { digestOf, orderText } from '@countersign/tool-call';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient } from './harness/child-env.ts';
import { Meddler } from './harness/meddler.ts';
import { newFolder, type RunnerProcess, startRunnerProcess } from './harness/runner-process.ts';
import { orderOf, previewSignedBy, sealedBy, signedBy } from './harness/signed-by-server.ts';
import { useStage } from './harness/stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Orders that reach a real runner past every check of the server: what it refuses, it refuses by itself. */
describe.skipIf(!hasSandbox)('a runner process that is given orders', () => {
  const root = newFolder('countersign-orders-');
  const stage = useStage(databases[0]!, { config: { ...patient, toolAllowedRoots: [root] } });
  let meddler: Meddler;
  let runner: RunnerProcess;
  let written = 0;

  beforeAll(async () => {
    stage.clock.set(Date.now());
    meddler = await Meddler.start(stage.url, { isKept: true });
    runner = await startRunnerProcess(stage, {
      roots: [root],
      server: meddler.url,
      args: ['--machine', 'laptop'],
      isKept: true,
    });
  });
  beforeEach(() => stage.clock.set(Date.now()));
  afterAll(async () => {
    await runner.stop('SIGKILL');
    await meddler.close();
    for (const folder of [root, runner.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  /** A call that leaves a trace if it ever runs. */
  const aWrite = (changes: Partial<SealedCall> = {}) => {
    written += 1;
    const path = `trace-${written}.txt`;
    return {
      call: sealedBy(stage, 'write_file', { path, content: 'ran\n', mode: 'append' }, changes),
      runs: () => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').split('\n').length - 1 : 0),
    };
  };
  const refusal = async (signed: SignedOrder): Promise<string> => {
    const before = runner.lines.seen.length;
    void meddler.give(signed);
    await runner.lines.first(
      'a refusal',
      (line) => line.type === 'order.refused' && runner.lines.seen.indexOf(line) >= before,
    );
    return runner.lines.seen.slice(before).find(({ type }) => type === 'order.refused')!.problem!.kind;
  };

  it('runs one that is right, once, and reports it [L6, L7]', async () => {
    const { call, runs } = aWrite();
    expect(await meddler.give(signedBy(stage, orderOf(call)))).toMatchObject({ status: 'completed' });
    expect(runs()).toBe(1);
  });

  it('refuses one that is signed by another key, under any name [L7]', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { call, runs } = aWrite();
    const order = orderOf(call);
    const signature = sign(null, Buffer.from(orderText(order)), privateKey).toString('base64url');
    const { key_id } = stage.server.plane.signer.key;
    expect(await refusal({ order, key_id, signature })).toBe('signature');
    expect(await refusal({ order, key_id: 'another', signature })).toBe('key');
    expect([runs(), meddler.claims.includes(order.tool_id)]).toEqual([0, false]);
  });

  const alterations: readonly (readonly [string, (order: ExecutionOrder) => ExecutionOrder])[] = [
    [
      'arguments',
      (order) => ({ ...order, call: { ...order.call, arguments: { ...order.call.arguments, content: 'x' } } }),
    ],
    ['tool', (order) => ({ ...order, call: { ...order.call, tool_name: 'bash' } })],
    ['network', (order) => ({ ...order, call: { ...order.call, network: true } })],
    [
      'expected files',
      (order) => ({ ...order, call: { ...order.call, expected_files: [{ path: 'a', sha256: null }] } }),
    ],
    ['expiry', (order) => ({ ...order, expires_at: isoTime(Date.now() + 3_600_000) })],
    ['nonce', (order) => ({ ...order, nonce: 'fresh' })],
    [
      'everything, with a digest to match',
      (order) => {
        const call = { ...order.call, network: true };
        return { ...order, call, digest: digestOf(call) };
      },
    ],
  ];
  it.each(alterations)('refuses one whose %s was altered on the way [L7]', async (_, alter) => {
    const { call, runs } = aWrite();
    const signed = signedBy(stage, orderOf(call));
    expect(await refusal({ ...signed, order: alter(signed.order) })).toBe('signature');
    expect([runs(), meddler.claims.includes(signed.order.tool_id)]).toEqual([0, false]);
  });

  it('refuses one that has expired, is for another project or for another machine [L7]', async () => {
    const { call, runs } = aWrite();
    const expired = signedBy(stage, orderOf(call, { expires_at: isoTime(Date.now() - 1) }));
    const foreign = signedBy(stage, orderOf({ ...call, project_id: stage.otherProjectId }));
    const elsewhere = signedBy(stage, orderOf({ ...call, target: 'runner:desktop' }));
    expect([await refusal(expired), await refusal(foreign), await refusal(elsewhere)]).toEqual([
      'expired',
      'project',
      'machine',
    ]);
    for (const { order } of [expired, foreign, elsewhere]) expect(meddler.claims).not.toContain(order.tool_id);
    expect(runs()).toBe(0);
  });

  it('refuses one that comes again, as it was or with its nonce on another call [L6, L7]', async () => {
    const { call, runs } = aWrite();
    const signed = signedBy(stage, orderOf(call));
    await meddler.give(signed);
    await runner.next('call.over', signed.order.tool_id);
    expect(await refusal(signed)).toBe('replayed');
    const other = aWrite();
    const sameNonce = signedBy(stage, orderOf(other.call, { nonce: signed.order.nonce }));
    expect(await refusal(sameNonce)).toBe('replayed');
    expect([runs(), other.runs()]).toEqual([1, 0]);
    expect(meddler.claims.filter((id) => id === signed.order.tool_id)).toHaveLength(1);
  });

  it('does not run what the claim brings where it is another order [L7]', async () => {
    const [offered, claimed] = [aWrite(), aWrite()];
    const signed = signedBy(stage, orderOf(offered.call));
    const other = signedBy(stage, orderOf(claimed.call, { tool_id: signed.order.tool_id }));
    expect(await meddler.give(signed, { claimed: other })).toMatchObject({ status: 'failed', error_type: 'policy' });
    const forged = { ...signed, order: { ...signed.order, call: claimed.call, digest: digestOf(claimed.call) } };
    const again = signedBy(stage, orderOf(offered.call));
    expect(
      await meddler.give(again, { claimed: { ...forged, order: { ...forged.order, tool_id: again.order.tool_id } } }),
    ).toMatchObject({
      status: 'failed',
      error_type: 'policy',
    });
    expect([offered.runs(), claimed.runs()]).toEqual([0, 0]);
  });

  it('says why it does not run an authentic order that it must not: tool, version, arguments, file [L7, T2, T8]', async () => {
    const say = (call: SealedCall) => meddler.give(signedBy(stage, orderOf(call)));
    const { call, runs } = aWrite();
    expect(await say({ ...call, tool_name: 'teleport' })).toMatchObject({ status: 'failed', error_type: 'validation' });
    expect(await say({ ...call, tool_version: '0' })).toMatchObject({ status: 'failed', error_type: 'validation' });
    expect(await say({ ...call, arguments: { path: 1 } })).toMatchObject({
      status: 'failed',
      error_type: 'validation',
    });
    writeFileSync(join(root, 'shown.txt'), 'changed since');
    const expected_files = [{ path: 'shown.txt', sha256: '0'.repeat(64) }];
    const edit = sealedBy(stage, 'write_file', { path: 'shown.txt', content: 'x' }, { expected_files });
    expect(await say(edit)).toMatchObject({ status: 'failed', error_type: 'policy' });
    expect(readFileSync(join(root, 'shown.txt'), 'utf8')).toBe('changed since');
    expect(runs()).toBe(0);
  });

  it('knows after a restart what it has run [L6, L7]', async () => {
    const { call, runs } = aWrite();
    const signed = signedBy(stage, orderOf(call));
    await meddler.give(signed);
    await runner.next('call.reported', signed.order.tool_id);
    await runner.stop('SIGKILL');
    runner = await startRunnerProcess(stage, {
      roots: [root],
      server: meddler.url,
      dataDir: runner.dataDir,
      isKept: true,
    });
    expect(await refusal(signed)).toBe('replayed');
    expect(runs()).toBe(1);
  });

  it('shows what a call would change, but no secret file, no secret in another, and nothing outside [L7, G1, G8]', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const texts = { 'plain.txt': `one\n${secret}\n`, '.env': 'PASSWORD=hunter2\n' };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
    const look = async (path: string) =>
      await meddler.ask(previewSignedBy(stage, sealedBy(stage, 'write_file', { path, content: 'x' })));
    const [plain] = await look('plain.txt');
    expect(plain).toMatchObject({ path: 'plain.txt', size: texts['plain.txt'].length });
    expect(plain!.sha256).toBe(createHash('sha256').update(texts['plain.txt']).digest('hex'));
    expect(plain!.text).toMatch(/^one\n/);
    expect(plain!.text).not.toContain(secret);
    for (const file of await look('.env')) expect(file.text).toBeNull();
    expect(await look('../outside.txt')).toEqual([]);
    expect(await look('/etc/passwd')).toEqual([]);
    expect(await look('missing.txt')).toMatchObject([{ sha256: null, text: null }]);
  });

  it('shows nothing to who does not sign as the server does [L7]', async () => {
    const signed = previewSignedBy(stage, sealedBy(stage, 'write_file', { path: 'plain.txt', content: 'x' }));
    const call = { ...signed.order.call, project_id: stage.otherProjectId };
    void meddler.ask({ ...signed, order: { ...signed.order, call } });
    expect((await runner.next('order.refused', signed.order.tool_id)).problem?.kind).toBe('signature');
  });

  it('takes nothing for an order that is none, and goes on [T8]', async () => {
    const before = runner.lines.seen.length;
    const id = newId<string>();
    const signal = { tool_id: id, session_id: id, tool_name: 'x', tool_params: {}, timestamp: isoTime(0) };
    meddler.say('tool.execution_signal', signal);
    meddler.say('tool.execution_signal', { ...signal, signed_order: { order: null } });
    meddler.say('tool.preview_signal', { ...signal, signed_order: 'no' });
    const { call, runs } = aWrite();
    expect(await meddler.give(signedBy(stage, orderOf(call)))).toMatchObject({ status: 'completed' });
    const problems = runner.lines.seen.slice(before).flatMap(({ problem }) => (problem ? [problem.kind] : []));
    expect([runs(), problems]).toEqual([1, ['malformed', 'malformed', 'malformed']]);
  });
});
