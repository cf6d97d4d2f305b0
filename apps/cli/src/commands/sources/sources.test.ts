import { describe, expect, it } from 'vitest';
import { fakeApi, problem } from '../../../test/fake-api.ts';
import { run, scriptedPrompts } from '../../../test/fake-terminal.ts';

const tool = (name: string, more: object = {}) => ({
  tool_id: name,
  name,
  source: 'shop',
  description: '',
  method: 'GET',
  path: '/a',
  host: 'shop.example',
  tags: [],
  risk_level: 'LOW',
  requires_approval: false,
  version: 'v1',
  is_enabled: true,
  deprecated_at: null,
  updated_at: null,
  ...more,
});
const found = {
  source: 'shop',
  inventory_hash: 'h1',
  is_saved: false,
  tools: [tool('shop__a'), tool('shop__b', { risk_level: 'HIGH', method: 'DELETE', path: '/b\u001b[2J' })],
  left_out: [{ operation: 'POST /c', reason: 'its body is a stream' }],
  changes: [],
  warnings: ['it is \u202eodd'],
};
type Sent = Record<string, unknown>;

async function add(flags: readonly string[], given: Parameters<typeof run>[1] = {}) {
  const { env, asked } = await fakeApi({
    'POST /api/sources': ({ body }) => ({ ...found, is_saved: !(body as Sent).dry_run }),
    'GET /api/secrets': () => ({ secrets: [{ name: 'stored', created_at: '', updated_at: '' }] }),
  });
  const files = { '/work/api.yaml': 'openapi: 3.1.0', '/work/empty.yaml': '', ...given.files };
  const ended = await run(['sources', 'add', 'shop', ...flags], { ...given, env: { ...env, ...given.env }, files });
  const bodies = asked.filter(({ method }) => method === 'POST').map(({ body }) => body as Sent);
  return { ...ended, bodies, settings: withoutOptions(bodies[0]) };
}

function withoutOptions(body: Sent | undefined): Sent | undefined {
  if (body === undefined) return undefined;
  const { dry_run: _, expected_inventory_hash: __, ...settings } = body;
  return settings;
}

describe('sources add', () => {
  it('shows all that was found, and what it leaves out, before it asks [U1, A8]', async () => {
    const questions: string[] = [];
    const prompts = scriptedPrompts((question) => {
      questions.push(question);
      return 'Save';
    });
    const { code, out, bodies } = await add(['--openapi', 'api.yaml'], { isInteractive: true, prompts });
    expect(code).toBe(0);
    expect(out).toBe(`RISK  METHOD  TOOL     PATH
LOW   GET     shop__a  /a
HIGH  DELETE  shop__b  /b⟦U+001B⟧[2J

Left out:
  POST /c: its body is a stream

Warnings:
  it is ⟦U+202E⟧odd

2 tools: 1 LOW, 1 HIGH. 1 operation left out.
saved: shop with 2 tools.
`);
    expect(questions).toEqual(['Save shop with these tools?']);
    const settings = { name: 'shop', kind: 'openapi', document: 'openapi: 3.1.0' };
    expect(bodies).toEqual([
      { ...settings, dry_run: true },
      { ...settings, expected_inventory_hash: 'h1' },
    ]);
  });

  it('saves nothing where the person says no, or only a look was wanted [U1]', async () => {
    const no = await add(['--openapi', 'api.yaml'], {
      isInteractive: true,
      prompts: scriptedPrompts(() => 'Save nothing'),
    });
    expect([no.code, no.bodies.length, no.err]).toEqual([0, 1, 'Nothing was saved.\n']);
    const look = await add(['--openapi', 'api.yaml', '--dry-run', '--json']);
    expect([look.code, look.bodies.length, JSON.parse(look.out)]).toEqual([0, 1, found]);
  });

  it('asks nobody where nobody is there: then it has to be told [U1]', async () => {
    for (const flags of [[], ['--json']]) {
      const { code, bodies, err } = await add(['--openapi', 'api.yaml', ...flags], {
        isInteractive: flags.length > 0,
      });
      expect([code, bodies]).toEqual([64, []]);
      expect(err).toContain('--yes');
    }
    const saved = await add(['--openapi', 'api.yaml', '--yes', '--json']);
    expect(JSON.parse(saved.out)).toMatchObject({ is_saved: true });
  });

  it.each([
    [['--openapi', 'https://a.example/o.json'], { kind: 'openapi', url: 'https://a.example/o.json' }],
    [['--http', 'api.yaml'], { kind: 'http', document: 'openapi: 3.1.0' }],
    [['--mcp', 'https://mcp.example/'], { kind: 'mcp', url: 'https://mcp.example/' }],
    [
      ['--env', 'A=b=c', '--env-secret', 'KEY=stored', '--mcp-stdio', '--', 'npx', '-y', 'server', '--flag'],
      {
        kind: 'mcp',
        command: ['npx', '-y', 'server', '--flag'],
        environment: { A: 'b=c' },
        environment_secrets: { KEY: 'stored' },
      },
    ],
    [
      ['--openapi', 'api.yaml', '--allow-private', '--base-url', 'http://127.0.0.1:1', '--refresh', '2h'],
      { destinations: { allow_private: true }, base_url: 'http://127.0.0.1:1', refresh_seconds: 7200 },
    ],
    [
      ['--openapi', 'api.yaml', '--risk', 'get_*=low', '--risk', 'pay=HIGH'],
      { risks: { 'get_*': 'LOW', pay: 'HIGH' } },
    ],
    [['--openapi', 'api.yaml', '--auth', 'none'], { auth: { mode: 'none' } }],
    [
      ['--openapi', 'api.yaml', '--auth', 'bearer=stored'],
      { auth: { mode: 'api_key', in: 'header', name: 'Authorization', secret: 'stored', prefix: 'Bearer ' } },
    ],
    [
      ['--openapi', 'api.yaml', '--auth', 'query:key=stored'],
      { auth: { mode: 'api_key', in: 'query', name: 'key', secret: 'stored' } },
    ],
    [
      ['--openapi', 'api.yaml', '--auth', 'basic:ada=stored'],
      { auth: { mode: 'http_basic', username: 'ada', secret: 'stored' } },
    ],
    [
      ['--openapi', 'api.yaml', '--auth', '{"mode":"token_exchange","issuer":"https://id.example"}'],
      { auth: { mode: 'token_exchange', issuer: 'https://id.example' } },
    ],
  ] as const)('reads %j', async (flags, expected) => {
    const at = flags.indexOf('--mcp-stdio' as never);
    const line = at === -1 ? [...flags, '--yes'] : ['--yes', ...flags];
    expect((await add(line)).settings).toMatchObject({ name: 'shop', ...expected });
  });

  it('takes everything from a settings file, and flags over it', async () => {
    const files = {
      '/work/shop.yaml':
        'kind: openapi\nurl: https://a.example/o.json\nrisks: { a: LOW }\ndestinations: { allowed_hosts: [b.example] }\n',
    };
    const whole = await add(['--settings', 'shop.yaml', '--allow-private', '--risk', 'b=HIGH', '--yes'], { files });
    expect(whole.settings).toEqual({
      name: 'shop',
      kind: 'openapi',
      url: 'https://a.example/o.json',
      risks: { a: 'LOW', b: 'HIGH' },
      destinations: { allowed_hosts: ['b.example'], allow_private: true },
    });
    const other = await add(['--settings', 'shop.yaml', '--http', 'api.yaml', '--yes'], { files });
    expect(other.settings).toMatchObject({ kind: 'http', document: 'openapi: 3.1.0' });
    expect(other.settings).not.toHaveProperty('url');
  });

  it.each([
    [[], 'say where the tools come from'],
    [['--openapi', 'a', '--mcp', 'https://b'], 'one origin'],
    [['--openapi', 'none.yaml'], 'cannot be read'],
    [['--openapi', 'empty.yaml'], 'is empty'],
    [['--mcp-stdio'], 'needs the program'],
    [['--openapi', 'api.yaml', 'npx'], '--mcp-stdio only'],
    [['--openapi', 'api.yaml', '--auth', 'basic=x'], '--auth takes none'],
    [['--openapi', 'api.yaml', '--auth', '{"mode"'], 'not valid JSON'],
    [['--openapi', 'api.yaml', '--risk', 'a=SOME'], '--risk takes'],
    [['--openapi', 'api.yaml', '--refresh', 'often'], 'a time span'],
    [['--openapi', 'api.yaml', '--env', 'A'], 'NAME=VALUE'],
    [['--settings', 'bad.yaml'], 'bad.yaml:1:'],
    [['--settings', 'list.yaml'], 'must hold settings'],
    [['--settings', 'other.yaml'], 'is about bank, not about shop'],
  ] as const)('refuses %j before it asks the server', async (flags, said) => {
    const files = { '/work/bad.yaml': 'a: [', '/work/list.yaml': '- a', '/work/other.yaml': 'name: bank\nkind: http' };
    const { code, err, bodies } = await add([...flags, '--yes'], { files });
    expect([code, bodies]).toEqual([64, []]);
    expect(err).toContain(said);
  });

  it('says which secrets are not stored yet [U3]', async () => {
    expect((await add(['--openapi', 'api.yaml', '--yes', '--auth', 'bearer=missing'])).err).toContain(
      'countersign secrets set missing',
    );
    expect((await add(['--openapi', 'api.yaml', '--yes', '--auth', 'bearer=stored'])).err).toBe('');
  });
});

describe('sources list, refresh and remove', () => {
  const source = {
    source_id: 'x',
    name: 'shop',
    kind: 'openapi',
    settings: { name: 'shop', kind: 'openapi', url: 'https://a.example/' },
    inventory_hash: 'h1',
    tool_count: 3,
    deprecated_count: 1,
    disabled_count: 1,
    breaker: { state: 'open', since: '2026-11-15T11:59:00.000Z', failures: 5 },
    refreshed_at: '2026-11-15T11:00:00.000Z',
    refresh_error: 'it is \u001bgone',
    created_at: '2026-11-15T10:00:00.000Z',
  };

  it('show what is wrong with a service [U6]', async () => {
    const { env } = await fakeApi({
      'GET /api/sources': () => ({ sources: [source] }),
      'GET /api/sources/shop': () => ({ source, tools: [tool('shop__a', { is_enabled: false })] }),
    });
    const list = await run(['sources', 'list'], { env });
    expect(list.out).toMatch(/shop +openapi +3 \(1 off, 1 gone\) +open +1 h ago, failed since: it is ⟦U\+001B⟧gone\n/);
    const show = await run(['sources', 'show', 'shop'], { env });
    expect(show.out).toMatch(/breaker +open since 1 min ago, 5 failures\n/);
    expect(show.out).toContain('shop__a (off)');
    const checked = await run(['doctor', '--json'], { env });
    const { findings } = JSON.parse(checked.out) as { findings: { check: string; said: string }[] };
    expect(findings.filter(({ check }) => check === 'source').map(({ said }) => said)).toEqual([
      'shop: it is \u001bgone',
      'shop is not called: its breaker is open',
    ]);
  });

  it('takes over what was shown, and nothing that came in between [U1]', async () => {
    const changes = [{ tool_id: 'shop__a', kind: 'changed', diff: [' name: a', '-risk: LOW', '+risk: \u202eHIGH'] }];
    const { env, asked } = await fakeApi({
      'POST /api/sources/shop/refresh': ({ body }, response) =>
        (body as Sent).dry_run
          ? { ...found, left_out: [], warnings: [], changes }
          : problem(response, 409, 'inventory_changed', 'It changed since you looked.'),
    });
    const ended = await run(['sources', 'refresh', 'shop', '--yes'], { env });
    expect(ended.out).toBe(
      'changed shop__a\n   name: a\n  -risk: LOW\n  +risk: ⟦U+202E⟧HIGH\n\n1 change: 1 changed.\n',
    );
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('It changed since you looked.')]);
    expect(asked.at(-1)?.body).toEqual({ expected_inventory_hash: 'h1' });
  });

  it('removes only after a person said so [U1]', async () => {
    const { env, asked } = await fakeApi({
      'GET /api/sources/shop': () => ({ source, tools: [] }),
      'DELETE /api/sources/shop': () => source,
    });
    const line = ['sources', 'remove', 'shop'];
    expect((await run(line, { env })).code).toBe(64);
    const kept = { env, isInteractive: true, prompts: scriptedPrompts(() => 'Keep') };
    expect((await run(line, kept)).err).toBe('Nothing was removed.\n');
    const gone = { env, isInteractive: true, prompts: scriptedPrompts(() => 'Remove') };
    expect((await run(line, gone)).out).toBe('Removed: shop with 3 tools.\n');
    expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});
