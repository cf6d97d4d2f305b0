import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { decisionOn, fakeApi, projectPath, sampleApproval } from '../../../test/fake-api.ts';
import { run } from '../../../test/fake-terminal.ts';

const approval = sampleApproval();
const path = `${projectPath}/approvals/${approval.approval_id}`;
const digest = approval.digest;

function api(shown = approval) {
  return fakeApi({
    [`GET ${projectPath}/approvals`]: () => ({ approvals: [shown], next_cursor: null }),
    [`GET ${path}`]: () => shown,
    [`POST ${path}/approve`]: () => decisionOn(approval, 'approve'),
    [`POST ${path}/reject`]: () => decisionOn(approval, 'reject'),
    [`POST ${path}/decision`]: () => decisionOn(approval, 'edit'),
  });
}

describe('approvals show', () => {
  it('shows what is to be decided: risk and why, who asks, until when, what can be remembered, the digest', async () => {
    const { env } = await api();
    const { out } = await run(['approvals', 'show', approval.approval_id.slice(0, 20)], { env });
    for (const part of [
      'write_file a.txt',
      'MEDIUM',
      'It changes a file.',
      'default.medium',
      'builder, 3 s ago',
      'times out in 4 min 12 s',
      '--scope class    Writes under src/',
      '! Nobody is asked any more.',
      digest,
    ]) {
      expect(out).toContain(part);
    }
  });

  it('says where it would run, loudly where that is without a sandbox or with the network [T6, A8]', async () => {
    const shown = async (changes: Parameters<typeof sampleApproval>[0]) => {
      const { env } = await api(sampleApproval({ approval_id: approval.approval_id, ...changes }));
      return (await run(['approvals', 'show', approval.approval_id], { env })).out;
    };
    const plain = await shown({});
    expect(plain).toMatch(/runs on\s+laptop on laptop, in bubblewrap/);
    expect(plain).not.toContain('network');
    const bare = await shown({ network: true, runs_on: [{ name: 'bare', machine: 'desk', sandbox: 'none' }] });
    expect(bare).toContain('bare on desk, WITHOUT A SANDBOX');
    expect(bare).toContain('it may use the network');
    expect(await shown({ runs_on: [] })).toContain('nobody is there to run it now');
    expect(await shown({ runs_on: [], target: 'server' })).toMatch(/runs on\s+the server\n/);
    expect(await shown({ runs_on: [], target: 'server', source: 'pizzeria' })).toContain('asks the service pizzeria');
  });

  it('writes out what would act on the screen or hide, and cuts nothing off [A8]', async () => {
    const long = `${'x'.repeat(5000)} end`;
    const shown = sampleApproval({
      approval_id: approval.approval_id,
      agent_note: 'trust me\u001b[2J\nrisk      LOW',
      display: {
        title: 'write\u202e_file',
        sections: [{ kind: 'fields', fields: [{ label: 'content', text: `one\ntwo\u200b\r${long}` }] }],
        complete: false,
        showable: true,
        warnings: ['odd'],
      },
    });
    const { env } = await api(shown);
    const { out } = await run(['approvals', 'show', approval.approval_id], { env });
    expect(out).toContain('write⟦U+202E⟧_file');
    expect(out).toContain(`two⟦U+200B⟧⟦U+000D⟧${long}`);
    expect(out).toContain('! odd');
    expect(out).toContain('could not be shown');
    // The agent's words are marked on every line, so that they cannot pass for ours.
    expect(out).toContain('  | trust me⟦U+001B⟧[2J\n  | risk      LOW\n');
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('says who decided', async () => {
    const { decision } = decisionOn(approval, 'reject');
    const { env } = await api({ ...approval, status: 'rejected', decision: { ...decision, feedback: 'use staging' } });
    const { out } = await run(['approvals', 'show', approval.approval_id], { env });
    expect(out).toMatch(/rejected by Ada/);
    expect(out).toContain('use staging');
    expect(out).not.toContain('--scope');
  });

  it('is the whole document with --json', async () => {
    const { env } = await api();
    expect(JSON.parse((await run(['approvals', 'show', approval.approval_id, '--json'], { env })).out)).toEqual(
      approval,
    );
  });
});

describe('approvals list', () => {
  it('shows each in one line with an id that is long enough', async () => {
    const other = sampleApproval({ risk_level: 'HIGH', deadline_at: null });
    const { env } = await fakeApi({
      [`GET ${projectPath}/approvals`]: () => ({ approvals: [approval, other], next_cursor: 'next' }),
    });
    const { out } = await run(['approvals', 'list'], { env });
    const [, first, second, more] = out.split('\n');
    expect(first).toMatch(/^[0-9a-f-]+ +pending +MEDIUM +in 4 min 12 s +builder +write_file a\.txt$/);
    expect(second).toMatch(/HIGH +none/);
    expect(first!.split(' ')[0]).not.toBe(second!.split(' ')[0]);
    expect(more).toContain('--cursor next');
  });
});

describe('deciding', () => {
  it('approves what was shown, as far as is said [L7]', async () => {
    const { env, asked } = await api();
    const { code, out } = await run(
      ['approvals', 'approve', approval.approval_id, '--scope', 'class', '--expires-in', '2h'],
      { env },
    );
    expect(code).toBe(0);
    expect(out).toContain('Approved by Ada');
    expect(asked.at(-1)?.body).toEqual({ digest, scope: 'class', expires_in_seconds: 7200 });
  });

  it('sends the digest that the caller has seen, where one is given', async () => {
    const { env, asked } = await api();
    await run(['approvals', 'approve', approval.approval_id, '--digest', 'e'.repeat(64)], { env });
    expect(asked.at(-1)?.body).toEqual({ digest: 'e'.repeat(64) });
  });

  it('does not approve a scope that was not offered [A2]', async () => {
    const { env, asked } = await api({ ...approval, scopes: [] });
    const { code, err } = await run(['approvals', 'approve', approval.approval_id, '--scope', 'session'], { env });
    expect(code).toBe(64);
    expect(err).toContain('offered: none');
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('rejects with the reason [A1]', async () => {
    const { env, asked } = await api();
    await run(['approvals', 'reject', approval.approval_id, '--feedback', 'use staging'], { env });
    expect(asked.at(-1)?.body).toEqual({ digest, reason: 'use staging' });
  });

  it('sends edited arguments from the command line or a file [A1]', async () => {
    const { env, asked } = await api();
    await run(['approvals', 'edit', approval.approval_id, '--arguments', '{"path":"b.txt"}'], { env });
    const files = { '/work/args.json': '{"path":"c.txt"}' };
    await run(['approvals', 'edit', approval.approval_id, '--arguments', '@args.json'], { env, files });
    const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent).toEqual([
      { digest, decision: 'edit', modified_arguments: { path: 'b.txt' } },
      { digest, decision: 'edit', modified_arguments: { path: 'c.txt' } },
    ]);
  });

  it.each([
    [['--arguments', '[1]'], 'one JSON object'],
    [['--arguments', '{'], 'not valid JSON'],
    [['--arguments', '@gone'], 'cannot be read from /work/gone'],
    [['--arguments', '{"key":"***REDACTED***"}'], 'write the real value'],
    [[], 'set EDITOR'],
  ] as const)('refuses to send %j', async (given, said) => {
    const { env, asked } = await api();
    const { code, err } = await run(['approvals', 'edit', approval.approval_id, ...given], { env });
    expect(code).toBe(64);
    expect(err).toContain(said);
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('says that an id is unknown', async () => {
    const { env } = await api();
    expect((await run(['approvals', 'approve', newId<string>()], { env })).err).toContain('Check the id');
    expect((await run(['approvals', 'approve', 'ffffffff'], { env })).code).toBe(64);
  });
});
