import { generateKeyPairSync, sign } from 'node:crypto';
import {
  type ExecutionOrder,
  isoTime,
  newId,
  type PreviewOrder,
  SealedCall,
  type SignedOrder,
  type SignedPreviewOrder,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf, orderText, refuseOrder, refusePreview } from './index.ts';

const sealed: SealedCall = {
  tool_name: 'write_file',
  tool_version: 'v1',
  arguments: { path: 'src/a.txt', content: 'hello', mode: 'write' },
  project_id: newId(),
  session_id: newId(),
  agent_id: newId(),
  target: 'runner:*',
  policy_version: 'p1',
  network: false,
  expected_files: [{ path: 'src/a.txt', sha256: 'a'.repeat(64) }],
};

describe('the digest of a sealed call', () => {
  it.each(Object.keys(SealedCall.properties))('changes with %s [L7]', (field) => {
    const value = field === 'arguments' ? { ...sealed.arguments, mode: 'append' } : 'something else';
    expect(digestOf({ ...sealed, [field]: value })).not.toBe(digestOf(sealed));
  });

  it('is taken over tool, version, arguments, project, session, agent, target, policy, network and files [L7]', () => {
    expect(Object.keys(SealedCall.properties).sort()).toEqual([
      'agent_id',
      'arguments',
      'expected_files',
      'network',
      'policy_version',
      'project_id',
      'session_id',
      'target',
      'tool_name',
      'tool_version',
    ]);
  });

  it('is SHA-256 in hex, the same in whatever order the fields were written [L7]', () => {
    const backwards = Object.fromEntries(Object.entries(sealed).reverse()) as SealedCall;
    const args = Object.fromEntries(Object.entries(sealed.arguments).reverse());
    expect(digestOf({ ...backwards, arguments: args })).toBe(digestOf(sealed));
    expect(digestOf(sealed)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same for the same arguments and another for others, whatever they are [L7]', () => {
    const args = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(args, args, (one, other) => {
        const isSame = JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
        expect(digestOf({ ...sealed, arguments: one }) === digestOf({ ...sealed, arguments: other })).toBe(isSame);
      }),
    );
  });

  it('cannot be taken over text that is not Unicode: such a call has no form that everyone agrees on [A8]', () => {
    expect(() => digestOf({ ...sealed, arguments: { path: '\ud800' } })).toThrow();
  });
});

describe('a runner that is given an order', () => {
  const server = generateKeyPairSync('ed25519');
  const publicKey = server.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const issuedAt = Date.UTC(2026, 0, 1);
  const order: ExecutionOrder = {
    tool_id: newId(),
    call: sealed,
    digest: digestOf(sealed),
    nonce: 'nonce-1',
    issued_at: isoTime(issuedAt),
    expires_at: isoTime(issuedAt + 60_000),
    execution_timeout_ms: 30_000,
  };
  const trusted = { publicKey, nowMs: issuedAt + 1_000, hasSeenNonce: () => false };

  function signed(text: ExecutionOrder, key = server.privateKey): SignedOrder {
    return { order: text, key_id: 'k', signature: sign(null, Buffer.from(orderText(text)), key).toString('base64url') };
  }

  it('accepts one that is right in everything [L7]', () => {
    expect(refuseOrder(signed(order), trusted)).toBeNull();
  });

  it('refuses one that another key has signed [L7]', () => {
    const other = generateKeyPairSync('ed25519');
    expect(refuseOrder(signed(order, other.privateKey), trusted)).toBe('signature');
  });

  it.each(['', 'not base64 !!!', 'AAAA'])('refuses a signature that is none: "%s" [L7]', (signature) => {
    expect(refuseOrder({ ...signed(order), signature }, trusted)).toBe('signature');
  });

  it.each(Object.keys(order))('refuses one whose %s was changed after it was signed [L7]', (field) => {
    const value = field === 'call' ? { ...sealed, tool_name: 'execute_command' } : 'changed';
    const { signature } = signed(order);
    expect(refuseOrder({ order: { ...order, [field]: value }, key_id: 'k', signature }, trusted)).toBe('signature');
  });

  it('refuses one to which something was added after it was signed [L7]', () => {
    const { signature } = signed(order);
    const longer = { ...order, extra: 'more' } as ExecutionOrder;
    expect(refuseOrder({ order: longer, key_id: 'k', signature }, trusted)).toBe('signature');
  });

  it('refuses one whose digest is not that of the call it carries, signed or not [L7]', () => {
    const call = { ...sealed, arguments: { ...sealed.arguments, path: 'src/b.txt' } };
    expect(refuseOrder(signed({ ...order, call }), trusted)).toBe('digest');
  });

  it('refuses one that has expired, to the millisecond [L7]', () => {
    const expiresAt = Date.parse(order.expires_at);
    expect(refuseOrder(signed(order), { ...trusted, nowMs: expiresAt - 1 })).toBeNull();
    expect(refuseOrder(signed(order), { ...trusted, nowMs: expiresAt })).toBe('expired');
  });

  it('refuses one whose expiry cannot be read [L7]', () => {
    expect(refuseOrder(signed({ ...order, expires_at: 'tomorrow' }), trusted)).toBe('expired');
  });

  it('refuses one whose nonce it has seen [L7]', () => {
    const seen = new Set(['nonce-1']);
    expect(refuseOrder(signed(order), { ...trusted, hasSeenNonce: (nonce) => seen.has(nonce) })).toBe('replayed');
    expect(
      refuseOrder(signed({ ...order, nonce: 'nonce-2' }), { ...trusted, hasSeenNonce: (nonce) => seen.has(nonce) }),
    ).toBeNull();
  });
});

describe('a runner that is asked for a preview', () => {
  const server = generateKeyPairSync('ed25519');
  const publicKey = server.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const issuedAt = Date.UTC(2026, 0, 1);
  const order: PreviewOrder = {
    purpose: 'preview',
    tool_id: newId(),
    call: sealed,
    issued_at: isoTime(issuedAt),
    expires_at: isoTime(issuedAt + 2_000),
  };
  const trusted = { publicKey, nowMs: issuedAt, hasSeenNonce: () => false };

  function signed(text: PreviewOrder, key = server.privateKey): SignedPreviewOrder {
    return { order: text, key_id: 'k', signature: sign(null, Buffer.from(orderText(text)), key).toString('base64url') };
  }

  it('looks only for the server it was paired with, and only in time [L7]', () => {
    expect(refusePreview(signed(order), trusted)).toBeNull();
    expect(refusePreview(signed(order, generateKeyPairSync('ed25519').privateKey), trusted)).toBe('signature');
    expect(refusePreview({ ...signed(order), order: { ...order, tool_id: newId() } }, trusted)).toBe('signature');
    expect(refusePreview(signed(order), { ...trusted, nowMs: issuedAt + 2_000 })).toBe('expired');
    expect(refusePreview(signed({ ...order, expires_at: 'tomorrow' }), trusted)).toBe('expired');
  });

  it('takes neither kind of order for the other, whatever they are signed with [L7]', () => {
    expect(refuseOrder(signed(order) as never, trusted)).toBe('digest');
    const { purpose: _, ...withoutPurpose } = order;
    expect(refusePreview(signed(withoutPurpose as never), trusted)).toBe('purpose');
  });
});

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  const entries = Object.entries(value).map(([name, item]) => [name, sortKeys(item)] as const);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
