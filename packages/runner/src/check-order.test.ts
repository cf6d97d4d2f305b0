import { isoTime, newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { executionOrder, nowMs, previewOrder, projectId, sealedCall, signingServer } from '../test/signed-orders.ts';
import { OrderChecker } from './check-order.ts';

const server = signingServer();
const checker = new OrderChecker({ serverKey: server.serverKey, projectId, machine: 'laptop' }, () => nowMs);
const never = () => false;

function problemOf(given: unknown): string | null {
  const checked = checker.check(given, never);
  return checked.ok ? null : checked.problem.kind;
}

describe('an order', () => {
  it('of the paired server is taken, for any machine or for this one [L7]', () => {
    expect(problemOf(server.sign(executionOrder()))).toBeNull();
    expect(problemOf(server.sign(executionOrder(sealedCall({ target: 'runner:laptop' }))))).toBeNull();
  });

  it('that is altered after it was signed is refused, whatever was altered [L7]', () => {
    const signed = server.sign(executionOrder());
    const { order } = signed;
    const altered = [
      { ...order, call: { ...order.call, arguments: { path: '/etc/passwd' } } },
      { ...order, call: { ...order.call, network: true } },
      { ...order, call: { ...order.call, expected_files: [{ path: 'a', sha256: null }] } },
      { ...order, call: { ...order.call, tool_name: 'bash' } },
      { ...order, expires_at: isoTime(nowMs + 3_600_000) },
      { ...order, nonce: 'another' },
      { ...order, execution_timeout_ms: 1 },
      { ...order, tool_id: newId<string>() },
    ];
    expect(altered.map((each) => problemOf({ ...signed, order: each }))).toEqual(altered.map(() => 'signature'));
  });

  it('that is signed by somebody else is refused, whatever key it names [L7]', () => {
    expect(problemOf(signingServer('other').sign(executionOrder()))).toBe('key');
    expect(problemOf(signingServer().sign(executionOrder()))).toBe('signature');
  });

  it('whose digest is of another call is refused, though it is signed [L7]', () => {
    expect(problemOf(server.sign(executionOrder(sealedCall(), { digest: '0'.repeat(64) })))).toBe('digest');
  });

  it('is good until its time is up, to the millisecond, and not for a time that cannot be read [L7]', () => {
    const until = (expires_at: string) => problemOf(server.sign(executionOrder(sealedCall(), { expires_at })));
    expect([until(isoTime(nowMs + 1)), until(isoTime(nowMs)), until(isoTime(nowMs - 1))]).toEqual([
      null,
      'expired',
      'expired',
    ]);
    expect(until('never')).toBe('malformed');
  });

  it('for another project or another machine is refused, also when it is old [L7]', () => {
    const foreign = sealedCall({ project_id: newId<string>() });
    expect(problemOf(server.sign(executionOrder(foreign)))).toBe('project');
    expect(problemOf(server.sign(executionOrder(foreign, { expires_at: isoTime(0) })))).toBe('project');
    for (const target of ['runner:desktop', 'runner:', 'server', 'runner:laptop2'])
      expect(problemOf(server.sign(executionOrder(sealedCall({ target }))))).toBe('machine');
  });

  it('that was taken before is refused [L6, L7]', () => {
    const checked = checker.check(server.sign(executionOrder()), () => true);
    expect(checked).toMatchObject({ ok: false, problem: { kind: 'replayed' } });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'order'],
    ['a part of one', { order: {} }],
    ['one with more in it', { ...server.sign(executionOrder()), extra: 1 }],
    ['a look at files', server.signPreview(previewOrder())],
  ])('is not %s [L7]', (_, given) => {
    expect(problemOf(given)).toBe('malformed');
  });
});

describe('an order to look at files', () => {
  const previewProblem = (given: unknown): string | null => {
    const checked = checker.checkPreview(given);
    return checked.ok ? null : checked.problem.kind;
  };

  it('is checked like any other: key, signature, time, project and machine [L7]', () => {
    const signed = server.signPreview(previewOrder());
    expect(previewProblem(signed)).toBeNull();
    expect(previewProblem(signingServer().signPreview(previewOrder()))).toBe('signature');
    expect(previewProblem(signingServer('other').signPreview(previewOrder()))).toBe('key');
    expect(previewProblem({ ...signed, order: { ...signed.order, tool_id: newId<string>() } })).toBe('signature');
    expect(previewProblem(server.signPreview(previewOrder(sealedCall(), { expires_at: isoTime(nowMs) })))).toBe(
      'expired',
    );
    expect(previewProblem(server.signPreview(previewOrder(sealedCall({ target: 'runner:desktop' }))))).toBe('machine');
  });

  it('is none to execute, and the other way round [L7]', () => {
    expect(previewProblem(server.sign(executionOrder()))).toBe('malformed');
    expect(problemOf(server.signPreview(previewOrder()))).toBe('malformed');
  });
});
