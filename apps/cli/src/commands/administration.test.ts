import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fakeApi, projectId, projectPath } from '../../test/fake-api.ts';
import { nowMs, run } from '../../test/fake-terminal.ts';

const userId = newId<string>();
const at = (ms: number) => new Date(nowMs + ms).toISOString();
const token = {
  token_id: newId<string>(),
  kind: 'agent',
  principal_id: newId<string>(),
  name: 'builder',
  project_id: projectId,
  created_at: at(0),
  expires_at: null,
  revoked_at: null,
};
const users = () => ({ users: [{ user_id: userId, name: 'ada', is_admin: true, created_at: at(0) }] });

describe('token create', () => {
  const routes = { 'POST /api/tokens': () => ({ token, secret: 'cs_agent_1' }), 'GET /api/users': users };
  const create = async (...flags: string[]) => {
    const { env, asked } = await fakeApi(routes);
    const ended = await run(['token', 'create', '--name', 'builder', ...flags], { env });
    return { ...ended, sent: asked.find(({ method }) => method === 'POST')?.body };
  };

  it('prints the secret alone on stdout, for `TOKEN=$(…)`', async () => {
    const { out, err } = await create('--kind', 'agent');
    expect(out).toBe('cs_agent_1\n');
    expect(err).toContain('shown once');
  });

  it('makes an agent of the project, a runner of this machine, or a credential for a person', async () => {
    expect((await create('--kind', 'agent')).sent).toEqual({ kind: 'agent', name: 'builder', project_id: projectId });
    expect((await create('--kind', 'runner', '--user', 'ada')).sent).toEqual({
      kind: 'runner',
      name: 'builder',
      project_id: projectId,
      user_id: userId,
      machine: 'laptop',
    });
    expect((await create('--kind', 'user', '--user', 'ada', '--expires-in', '30d')).sent).toEqual({
      kind: 'user',
      name: 'builder',
      user_id: userId,
      expires_in_seconds: 2_592_000,
    });
  });

  it.each([
    [['--kind', 'user', '--user', 'nobody'], 'no user called "nobody"'],
    [['--kind', 'agent', '--machine', 'x'], 'for runners only'],
    [['--kind', 'agent', '--expires-in', 'soon'], 'a time span'],
  ])('refuses %j before it makes anything', async (flags, said) => {
    const { code, err, sent } = await create(...flags);
    expect([code, sent]).toEqual([64, undefined]);
    expect(err).toContain(said);
  });
});

describe('token list and revoke', () => {
  it('lists what is in force, and everything with --all', async () => {
    const revoked = { ...token, token_id: newId<string>(), name: 'old', revoked_at: at(-60_000) };
    const expired = { ...token, token_id: newId<string>(), name: 'gone', expires_at: at(-1) };
    const { env } = await fakeApi({ 'GET /api/tokens': () => ({ tokens: [token, revoked, expired] }) });
    const { out } = await run(['token', 'list'], { env });
    expect(out).toContain('builder');
    expect(out).not.toMatch(/old|gone/);
    expect((await run(['token', 'list', '--all'], { env })).out).toMatch(/revoked 1 min ago +old\n.*expired +gone/);
  });

  it('revokes by the beginning of an id', async () => {
    const { env, asked } = await fakeApi({
      'GET /api/tokens': () => ({ tokens: [token] }),
      [`DELETE /api/tokens/${token.token_id}`]: () => token,
    });
    expect((await run(['token', 'revoke', token.token_id.slice(0, 8)], { env })).out).toContain(
      'builder (agent) is revoked',
    );
    expect(asked.at(-1)?.method).toBe('DELETE');
  });
});

describe('people and projects', () => {
  it('adds a person, as a member where a project is named', async () => {
    const routes = {
      'POST /api/users': () => users().users[0],
      [`PUT /api/projects/${projectId}/members/${userId}`]: () => ({}),
    };
    const alone = await fakeApi(routes);
    await run(['user', 'create', 'ada', '--admin'], { env: alone.env });
    expect(alone.asked.map(({ method, body }) => [method, body])).toEqual([['POST', { name: 'ada', is_admin: true }]]);
    const member = await fakeApi(routes);
    await run(['user', 'create', 'ada', '--project', 'website'], { env: member.env });
    expect(member.asked.at(-1)).toMatchObject({ method: 'PUT', body: { role: 'member' } });
  });

  it('opens a project and lists people', async () => {
    const project = { project_id: projectId, name: 'new\u001b[2J', created_at: at(0) };
    const { env } = await fakeApi({ 'POST /api/projects': () => project, 'GET /api/users': users });
    expect((await run(['project', 'create', 'new'], { env })).out).toContain('Project new⟦U+001B⟧[2J is open');
    expect((await run(['user', 'list'], { env })).out).toMatch(/admin +ada/);
  });
});

describe('grants', () => {
  const grant = {
    grant_id: newId<string>(),
    scope: 'session',
    text: 'Everything in this session',
    warning: 'Nobody is asked any more.',
    owner: { user_id: userId, name: 'ada' },
    expires_at: at(60_000),
    revoked_at: null,
  };

  it('are listed with who gave them, and taken back [A2]', async () => {
    const { env, asked } = await fakeApi({
      [`GET ${projectPath}/grants`]: () => ({ grants: [grant], next_cursor: null }),
      [`DELETE ${projectPath}/grants/${grant.grant_id}`]: () => grant,
    });
    const { out } = await run(['grants', 'list'], { env });
    expect(out).toMatch(/session +ends in 1 min +ada +Everything in this session ! Nobody is asked any more\./);
    expect((await run(['grants', 'revoke', grant.grant_id.slice(0, 9)], { env })).code).toBe(0);
    expect(asked.at(-1)?.method).toBe('DELETE');
  });
});

describe('members of a project', () => {
  const member = { user_id: userId, name: 'ada', role: 'owner' };
  const members = `/api/projects/${projectId}/members`;
  const routes = {
    'GET /api/users': users,
    [`GET ${members}`]: () => ({ members: [member] }),
    [`PUT ${members}/${userId}`]: () => member,
    [`DELETE ${members}/${userId}`]: () => member,
  };

  it('are listed, added and removed by name', async () => {
    const { env, asked } = await fakeApi(routes);
    expect((await run(['project', 'members'], { env })).out).toMatch(/owner +ada/);
    expect((await run(['project', 'add', 'ada', '--owner'], { env })).out).toBe('ada is owner of the project.\n');
    expect(asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({ role: 'owner' });
    expect((await run(['project', 'remove', 'ada'], { env })).out).toBe('ada is out of the project.\n');
    expect(asked.at(-1)?.method).toBe('DELETE');
    expect((await run(['project', 'remove', 'nobody'], { env })).err).toContain('no user called "nobody"');
  });
});

describe('habits', () => {
  const none = { asked: 0, approved: 0, rejected: 0, expired: 0, median_seconds: null, hasty: 0 };
  const quiet = {
    since: at(-1000),
    until: at(0),
    ...none,
    withdrawn: 0,
    waiting: 0,
    per_hour: 0,
    busiest: null,
    unasked: { allowed_by_rule: 12, allowed_by_grant: 3, denied: 0 },
    bucket_seconds: 3600,
    buckets: [],
    rules: [],
    reading_characters_per_second: 40,
    is_complete: true,
  };
  const rule = { rule_id: 'builtin.command.known', ...none, asked: 20, approved: 19, tools: ['bash'] };
  const busy = {
    ...quiet,
    asked: 20,
    approved: 19,
    rejected: 1,
    per_hour: 6.66,
    median_seconds: 4.21,
    hasty: 2,
    rules: [{ ...rule, proposal: { kind: 'allow', tool_id: null, what: 'npm test' } }],
  };
  const show = async (figures: unknown, ...flags: string[]) => {
    const { env, asked } = await fakeApi({ [`GET ${projectPath}/figures`]: () => figures });
    return { ...(await run(['habits', ...flags], { env })), asked };
  };

  it('says how much was asked, how it was answered, and what would help', async () => {
    const { out } = await show(busy);
    expect(out).toContain('20 (6.7 an hour');
    expect(out).toContain('2 of 19 approvals came sooner than one can read');
    expect(out).toMatch(/builtin\.command\.known +20 +19 +always approved: a rule can allow it \(npm test\)/);
  });

  it('says so where nobody was asked, takes days, and refuses too many', async () => {
    expect((await show(quiet)).out).toBe('Nobody was asked anything. 15 calls ran by rule or remembered decision.\n');
    const { asked } = await show(quiet, '--days', '30');
    expect(asked.at(-1)?.query.get('days')).toBe('30');
    expect((await show(quiet, '--days', '400')).code).toBe(64);
  });
});
