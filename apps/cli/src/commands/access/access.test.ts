import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../../test/fake-api.ts';
import { run } from '../../../test/fake-terminal.ts';

const good = 'version: 1\ngroups: [{ id: a, include: [x] }]\npolicies: []\n';

describe('access check', () => {
  it('says whether a file can be used, with lines, and needs no server [U10]', async () => {
    const files = { '/work/good.yaml': good, '/work/bad.yaml': good.replace('include', 'inclde') };
    expect(await run(['access', 'check', 'good.yaml'], { files })).toEqual({
      code: 0,
      out: 'ok: good.yaml has 1 groups and 0 policies.\n',
      err: '',
    });
    const bad = await run(['access', 'check', 'bad.yaml'], { files });
    expect([bad.code, bad.out]).toEqual([
      1,
      expect.stringContaining('bad.yaml:2:19: there is no `inclde` here: did you mean include?\n'),
    ]);
    const json = await run(['access', 'check', 'bad.yaml', '--json'], { files });
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      file: '/work/bad.yaml',
      problems: [{ line: 2, column: 19 }],
    });
    expect((await run(['access', 'check', 'none.yaml'], { files })).code).toBe(64);
  });
});

describe('access explain', () => {
  const agentId = newId<string>();
  const tokens = [
    { kind: 'agent', name: 'builder', principal_id: agentId },
    { kind: 'agent', name: 'twin', principal_id: newId() },
    { kind: 'agent', name: 'twin', principal_id: newId() },
    { kind: 'user', name: 'ada', principal_id: newId() },
  ];
  const explanation = {
    claims: {},
    is_governed: true,
    policies: [{ id: 'p', applies: true, because: 'sub is "\u202eada".', groups: ['a', 'b'] }],
    tools: [
      { tool_id: 'x', is_allowed: false, because: 'Group a does not have it.' },
      { tool_id: 'y', is_allowed: true, because: 'Policy p gives group a.' },
    ],
  };
  const explain = async (...flags: string[]) => {
    const { env, asked } = await fakeApi({
      'POST /api/access/explain': () => explanation,
      'GET /api/tokens': () => ({ tokens }),
    });
    const ended = await run(['access', 'explain', ...flags], { env, files: { '/work/c.json': '{"sub":"ada"}' } });
    return { ...ended, sent: asked.find(({ method }) => method === 'POST')?.body };
  };

  it('asks by name or id of an agent, or by claims [U10]', async () => {
    expect((await explain('--agent', 'builder')).sent).toEqual({ agent_id: agentId });
    expect((await explain('--agent', agentId, '--tool', 'x')).sent).toEqual({ agent_id: agentId, tool_id: 'x' });
    expect((await explain('--claims', '@c.json')).sent).toEqual({ claims: { sub: 'ada' } });
  });

  it('says what may be used first, and why [U10, A8]', async () => {
    expect((await explain('--claims', '{}')).out).toBe(`p applies: sub is "⟦U+202E⟧ada".
  groups: a, b

may use  y
  Policy p gives group a.
may not  x
  Group a does not have it.

1 of 2 tools may be used.
`);
  });

  it.each([
    [[], 'give --agent, or --claims'],
    [['--agent', 'a', '--claims', '{}'], 'give --agent, or --claims'],
    [['--agent', 'nobody'], 'no agent called "nobody"'],
    [['--agent', 'ada'], 'no agent called "ada"'],
    [['--agent', 'twin'], '2 agents are called'],
    [['--claims', '7'], 'must be a JSON object'],
  ])('refuses %j', async (flags, said) => {
    const { code, err, sent } = await explain(...flags);
    expect([code, sent]).toEqual([64, undefined]);
    expect(err).toContain(said);
  });
});
