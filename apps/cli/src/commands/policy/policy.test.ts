import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fakeApi, projectId, projectPath } from '../../../test/fake-api.ts';
import { run } from '../../../test/fake-terminal.ts';

const policy = `version: 1
rules:
  - id: look-at-git
    match: { command: git, subcommand: status }
    outcome: allow
    up_to: LOW
    examples:
      - { tool: execute_command, params: { command: git, args: [status] }, outcome: allow }
  - id: read-notes
    description: Notes are private.
    match: { path: notes/ }
    outcome: ask
    examples:
      - { tool: read_file, params: { path: notes/a }, outcome: ask }
`;
const good = policy.replace('up_to: LOW', 'up_to: MEDIUM');

describe('policy lint', () => {
  it('ends with 0 where a file can be used [G6]', async () => {
    const { code, out } = await run(['policy', 'lint', 'p.yaml'], { files: { '/work/p.yaml': good } });
    expect([code, out]).toEqual([0, 'ok: p.yaml has 2 rules.\n']);
  });

  it('ends with 1 and names file, line and column of every problem [G6]', async () => {
    const files = { '/work/p.yaml': policy, '/work/q.yaml': 'version: 1\nrules:\n  - id: A\n    outcom: ask\n' };
    const wrong = await run(['policy', 'lint', 'p.yaml'], { files });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(
      /^p\.yaml:8:9: an example of look-at-git is wrong: expected allow, but builtin\.\S+ says ask/,
    );
    const broken = await run(['policy', 'lint', 'q.yaml'], { files });
    expect(broken.code).toBe(1);
    expect(broken.out).toContain('q.yaml:4:5: there is no `outcom` here: did you mean outcome?');
    const { out } = await run(['policy', 'lint', 'q.yaml', '--json'], { files });
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([{ line: 4, column: 5, message: expect.any(String) }]),
    });
  });

  it('says that a file is not there', async () => {
    const { code, err } = await run(['policy', 'lint', 'gone.yaml']);
    expect(code).toBe(1);
    expect(err).toContain('The policy /work/gone.yaml cannot be read');
  });
});

describe('policy test', () => {
  it('shows what each example comes out as [G6]', async () => {
    const files = { '/work/p.yaml': policy, '/work/q.yaml': good };
    const wrong = await run(['policy', 'test', 'p.yaml'], { files });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(
      /^not ok p\.yaml:8 look-at-git: git status: expected allow, but builtin\.\S+ says ask with MEDIUM risk: /,
    );
    expect(wrong.out).toContain('ok p.yaml:14 read-notes: read_file notes/a: ask\n2 examples, 1 wrong.\n');
    const right = await run(['policy', 'test', 'q.yaml', '--root', '/nowhere', '--json'], { files });
    expect(right.code).toBe(0);
    expect(JSON.parse(right.out)).toMatchObject({
      ok: true,
      examples: [
        { ok: true, line: 8 },
        { ok: true, line: 14 },
      ],
    });
  });

  it('needs a file that can be read', async () => {
    const { code, err } = await run(['policy', 'test', 'p.yaml'], { files: { '/work/p.yaml': '' } });
    expect(code).toBe(1);
    expect(err).toContain('/work/p.yaml:1:1: expected `version: 1`');
  });
});

describe('policy explain', () => {
  const files = {
    '/data/policy.yaml': good.replace('up_to: MEDIUM', 'up_to: LOW').replace('outcome: allow }', 'outcome: ask }'),
  };
  const explain = (call: object, ...more: string[]) =>
    run(['policy', 'explain', JSON.stringify(call), ...more], { files });

  it('says which rule decided, who had a say, who was held back and what was found [G6]', async () => {
    const { code, out } = await explain({ tool: 'bash', params: { cmd: 'git status; cat notes/a /etc/passwd' } });
    expect(code).toBe(0);
    expect(out).toMatch(/^deny HIGH, decided by builtin\./);
    expect(out).toContain('Notes are private.');
    expect(out).toContain('look-at-git would allow part 1, but only up to LOW');
    expect(out).toMatch(/Part 2: cat notes\/a \/etc\/passwd\n.*read notes\/a\n/s);
    expect(out).toContain('/etc/passwd (outside)');
    expect(out).toContain('Effects\n');
    expect(out).toContain('Policy: /data/policy.yaml sha256:');
  });

  it('says the same to programs [G6]', async () => {
    const { out } = await explain({ tool: 'read_file', params: { path: 'notes/a' } }, '--json');
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'ask',
      rule: 'read-notes',
      reasons: ['Notes are private.'],
      matched: expect.arrayContaining([{ rule: 'read-notes', outcome: 'ask', reason: 'Notes are private.', part: 0 }]),
      held_back: [],
      parts: [{ level: 'LOW', paths: [{ given: 'notes/a', path: 'notes/a', access: 'read', inside: true }] }],
      effects: [{ kind: 'reads', target: 'notes/a' }],
      policy: { file: '/data/policy.yaml' },
    });
  });

  it('counts the commands that settings forbid [T3, G6]', async () => {
    const call = JSON.stringify({ tool: 'bash', params: { cmd: 'git status' } });
    const env = { COUNTERSIGN_TOOL_BASH_DENYLIST: 'git status' };
    expect((await run(['policy', 'explain', call], { files, env })).out).toMatch(
      /^deny HIGH, decided by settings\.bash-denylist/,
    );
  });

  it('explains also what never came to a decision, and words that need quotes', async () => {
    const unknown = await explain({ tool: 'rm_everything' });
    expect(unknown.out).toMatch(/^deny HIGH, decided by builtin\.tool\.unknown\n/);
    expect(unknown.out).toContain('The call as a whole\n');
    const { out } = await run([
      'policy',
      'explain',
      '{"tool":"execute_command","params":{"command":"grep","args":["a b","x"]}}',
    ]);
    expect(out).toContain('Part 1: grep "a b" x');
    expect(out).toContain('Policy: none, the built-in rules alone');
  });

  it.each([['{'], ['{"params":{}}'], ['{"tool":"ls","params":[]}'], ['{"tool":"ls","params":null}']])(
    'refuses %s',
    async (call) => {
      const { code, err } = await run(['policy', 'explain', call]);
      expect(code).toBe(64);
      expect(err).toMatch(/the call (is not JSON|must be)/);
    },
  );
});

const tools = [
  {
    name: 'read_file',
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    },
  },
  {
    name: 'execute_command',
    input_schema: {
      type: 'object',
      properties: { command: { type: 'string' }, args: { type: 'array', items: { type: 'string' }, default: [] } },
      required: ['command'],
      additionalProperties: false,
    },
  },
];

function recorded(tool_name: string, tool_params: object, original_params: object | null = null) {
  const ids = { tool_id: newId<string>(), project_id: projectId, agent_id: newId(), session_id: newId() };
  return {
    ...ids,
    tool_name,
    tool_params,
    original_params,
    description: `${tool_name} ${JSON.stringify(tool_params)}`,
  };
}

const calls = [
  recorded('execute_command', { command: 'git', args: ['status'] }),
  recorded('read_file', { path: 'elsewhere' }, { path: 'notes/a' }),
  recorded('read_file', { path: 'src/a' }),
  recorded('read_file', { path: 'keys/a' }),
];

const routes = {
  [`GET ${projectPath}/tools/available`]: () => ({ success: true, tools, total_count: tools.length }),
  [`GET ${projectPath}/tool-calls/${calls[1]!.tool_id}`]: () => calls[1],
};

describe('policy explain of a recorded call', () => {
  it('judges what the agent asked for, before it was changed [G6]', async () => {
    const { env } = await fakeApi(routes);
    const { code, out } = await run(['policy', 'explain', calls[1]!.tool_id], {
      env,
      files: { '/data/policy.yaml': good },
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^ask MEDIUM, decided by read-notes\n/);
  });
});

describe('policy simulate', () => {
  const draft = `${good}  - { id: no-keys, match: { path: keys/ }, outcome: deny }\n`;

  async function simulate(current: string | null, ...more: string[]) {
    const pages = [calls.slice(0, 2), calls.slice(2)];
    const { env, asked } = await fakeApi({
      ...routes,
      [`GET ${projectPath}/tool-calls`]: () => ({
        tool_calls: pages.shift(),
        next_cursor: pages.length > 0 ? newId() : null,
      }),
    });
    const files = { '/work/draft.yaml': draft, ...(current === null ? {} : { '/data/policy.yaml': current }) };
    return {
      asked,
      ...(await run(['policy', 'simulate', '--policy', 'draft.yaml', ...more], {
        env,
        files,
        showsProgress: more.length === 0,
      })),
    };
  }

  it('lists what the draft would newly allow, ask and deny, over all pages [G6]', async () => {
    const { code, out, err } = await simulate(null);
    expect(code).toBe(0);
    expect(out).toContain(
      'Of 4 recorded calls, the draft would newly allow 1, newly ask 1, newly deny 1. 1 stay as they are.',
    );
    expect(out).toMatch(/allow -> deny +HIGH +no-keys +read_file/);
    expect(out).toMatch(/ask -> allow +\S+ +look-at-git/);
    expect(err).toContain('read 4 calls');
    expect(err).toContain('judged 4 of 4 calls');
  });

  it('compares with the policy in force, not with the draft itself [G6]', async () => {
    const { out, err } = await simulate(good, '--json');
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject({
      calls: 4,
      unchanged: 3,
      newly_allow: [],
      newly_ask: [],
      newly_deny: [{ tool: 'read_file', before: { outcome: 'allow' }, after: { outcome: 'deny', rule: 'no-keys' } }],
    });
  });

  it('says so where nothing would change, and takes no more calls than it is told', async () => {
    const { out } = await simulate(draft, '--max-calls', '2', '--session', newId());
    expect(out).toBe(
      'Of 2 recorded calls, the draft would newly allow 0, newly ask 0, newly deny 0. 2 stay as they are.\n',
    );
  });

  it.each(['0', 'many', '9999999'])('refuses --max-calls %s', async (count) => {
    const { code, err } = await simulate(null, '--max-calls', count);
    expect(code).toBe(64);
    expect(err).toContain('--max-calls takes a number from 1 to 1000000');
  });

  it('reads no call before the draft can be used', async () => {
    const { env, asked } = await fakeApi(routes);
    const { code, err } = await run(['policy', 'simulate', '--policy', 'd.yaml'], {
      env,
      files: { '/work/d.yaml': 'rules: 1' },
    });
    expect([code, asked]).toEqual([1, []]);
    expect(err).toContain('/work/d.yaml:1:1:');
  });
});

describe('policy default', () => {
  it('prints a file that can be used, and its schema [G6]', async () => {
    const { out } = await run(['policy', 'default']);
    expect(out).toMatch(/^# yaml-language-server: \$schema=\.\/policy\.schema\.json\n/);
    expect((await run(['policy', 'lint', 'p.yaml'], { files: { '/work/p.yaml': out } })).code).toBe(0);
    expect(JSON.parse((await run(['policy', 'default', '--schema'])).out)).toMatchObject({
      title: 'Policy of Countersign',
    });
  });

  it('comes out as its examples say with every rule switched on [G6]', async () => {
    const { out } = await run(['policy', 'default']);
    const files = { '/work/p.yaml': out.replace(/^ {2}# /gm, '  ') };
    expect((await run(['policy', 'test', 'p.yaml'], { files })).out).toMatch(/\n9 examples, 0 wrong\.\n$/);
  });
});
