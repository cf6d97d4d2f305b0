import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from '@countersign/config';
import type { ExecuteRequest } from '@countersign/contract';
import { databases, describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { askFor, newSession, npmTest, readReadme } from './harness/calls.ts';
import { refused } from './harness/refused.ts';
import { ownStage, type Stage, useStage } from './harness/stage.ts';

const empty = 'version: 1\nrules: []\n';
const withComments = `# Rules of the house.
version: 1

rules:
  # Looking is free.
  - id: look-at-git
    description: Looking at a repository needs no question.
    match: { command: git, subcommand: status } # nothing else
    outcome: allow
    examples:
      - { tool: execute_command, params: { command: git, args: [status] }, outcome: allow }
# That is all.
`;
/** More than is read at once: such a text is read in a thread. */
const longComment = '# A line that explains something at length.\n'.repeat(500);
const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const command = (name: string, ...args: string[]) => ({
  tool_name: 'execute_command',
  tool_params: { command: name, args },
});
const toolLimits = { ...defaultConfig().toolLimits, bashDenylist: ['shutdown', 'git push'] };

const fileOf = (stage: Stage) => join(stage.dataDir, 'policy.yaml');

/** An administrator writes the whole policy. */
async function save(stage: Stage, text: string) {
  const { text_hash } = await stage.owner.policy.get(stage.projectId);
  return stage.owner.policy.save(stage.projectId, { text, text_hash });
}

async function callId(stage: Stage, request: object): Promise<string> {
  return (await stage.agent.executeTool(stage.projectId, request as ExecuteRequest)).tool_id;
}

async function policyEvents(stage: Stage) {
  const events = await stage.server.plane.store.listEvents({ after: 0, limit: 1000, chainId: 'system' });
  return events.filter(({ type }) => type.startsWith('policy.'));
}

describeOnEachDatabase('the policy over the API', (database) => {
  const stage = useStage(database, { config: { toolLimits } });
  beforeEach(() => save(stage, empty));
  const policyOf = (who: 'owner' | 'member' = 'owner') => stage[who].policy.get(stage.projectId);

  it('tells the rules in force, where they stand, who else denies, and what each of them did [G6]', async () => {
    await save(stage, withComments);
    const before = await policyOf();
    await callId(stage, command('git', 'status'));
    await callId(stage, command('git', 'push'));
    await callId(stage, npmTest);
    const policy = await policyOf();
    expect(policy).toMatchObject({ file: fileOf(stage), text: withComments, problems: [], can_save: true });
    expect(policy.rules.slice(0, 2)).toEqual([
      {
        rule_id: 'look-at-git',
        source: 'file',
        outcome: 'allow',
        reason: 'Looking at a repository needs no question.',
        text: expect.stringMatching(/^id: look-at-git\ndescription: .*\nmatch: .* # nothing else\noutcome: allow\n/),
        line: 6,
        hits: before.rules[0]!.hits + 1,
        last_hit_at: new Date(stage.clock.now()).toISOString(),
      },
      expect.objectContaining({
        rule_id: 'settings.bash-denylist',
        source: 'settings',
        outcome: 'deny',
        reason: expect.stringContaining('"shutdown", "git push"'),
        text: null,
        hits: before.rules[1]!.hits + 1,
      }),
    ]);
    const builtIn = policy.rules.filter(({ source }) => source === 'builtin');
    expect(builtIn).toContainEqual(expect.objectContaining({ outcome: 'ask', line: null, text: null }));
    for (const rule of builtIn)
      expect(rule).toMatchObject({ hits: expect.any(Number), reason: expect.stringMatching(/\w \w/) });
    expect(policy.looked_at).toMatchObject({ calls: before.looked_at.calls + 3, is_complete: true });
    expect(await policyOf('member')).toMatchObject({ can_save: false, text: withComments });
  });

  it('keeps what a file said before it was broken, and says what is wrong with it [G6]', async () => {
    await save(stage, withComments);
    writeFileSync(fileOf(stage), `${withComments}  - id: x\n`);
    const policy = await policyOf();
    expect(policy.problems[0]).toEqual({ line: 13, column: 5, message: expect.stringContaining('`match` is missing') });
    expect(policy.rules[0]).toMatchObject({ rule_id: 'look-at-git', line: null });
    expect(stage.violations.splice(0)).toEqual([expect.stringContaining('the policy before it stays in force')]);
    const drafts = await stage.owner.policy.draft(stage.projectId, {
      tool_id: await callId(stage, npmTest),
      outcome: 'deny',
    });
    expect(drafts).toMatchObject({ drafts: [], note: expect.stringContaining('Mend it first') });
    expect(await save(stage, empty)).toMatchObject({ problems: [], text: empty });
  });

  it('is saved by an administrator: in force at once, recorded with a name, every character kept [G6, P5]', async () => {
    const { version: before } = await policyOf();
    const policy = await save(stage, withComments);
    expect(readFileSync(fileOf(stage), 'utf8')).toBe(withComments);
    expect(
      (await stage.agent.executeTool(stage.projectId, command('git', 'status') as ExecuteRequest)).requires_approval,
    ).toBe(false);
    const saved = (await policyEvents(stage)).slice(-2);
    expect(saved).toMatchObject([
      { type: 'policy.changed', actor: 'system', data: { before, version: policy.version } },
      {
        type: 'policy.saved',
        actor: `user:${stage.ids.owner}`,
        projectId: null,
        data: { before, version: policy.version, by: 'Olga', text_hash: policy.text_hash },
      },
    ]);
    // The answer to the first may have been lost.
    await stage.owner.policy.save(stage.projectId, { text: withComments, text_hash: 'of long ago' });
    expect((await policyEvents(stage)).at(-1)).toEqual(saved[1]);
  });

  it('is refused from anyone else, where it is broken, and where somebody was faster; then nothing changes [G6, A5]', async () => {
    const { text_hash, version } = await policyOf();
    const events = (await policyEvents(stage)).length;
    const saving = (who: 'owner' | 'member' | 'outsider' | 'stranger', text: string, hash = text_hash) =>
      refused(stage[who].policy.save(stage.projectId, { text, text_hash: hash }));
    expect(await saving('member', withComments)).toMatchObject({ code: 'forbidden' });
    expect(await saving('outsider', withComments)).toMatchObject({ code: 'not_found' });
    expect(await saving('stranger', withComments)).toMatchObject({ code: 'not_found' });
    const wrongExample = withComments.replace('[status] }, outcome: allow', '[push] }, outcome: allow');
    for (const [text, line] of [
      ['version: 1\nrules:\n  - id: x\n    outcom: allow\n', 4],
      [wrongExample, 11],
      [`${withComments}# ${secret}\n`, 13],
    ] as const) {
      const { code, details } = await saving('owner', text);
      expect(code).toBe('policy_refused');
      expect(details.problems).toContainEqual({ line, column: expect.any(Number), message: expect.any(String) });
    }
    expect(await saving('owner', withComments, 'of another text')).toMatchObject({ code: 'policy_changed' });
    expect(readFileSync(fileOf(stage), 'utf8')).toBe(empty);
    expect((await policyOf()).version).toBe(version);
    expect(await policyEvents(stage)).toHaveLength(events);
  });

  it('is saved by one of those who save at once, and the others learn of it [G6]', async () => {
    const { text_hash } = await policyOf();
    const texts = Array.from({ length: 5 }, (_, index) => withComments.replace('Rules of the house', `Draft ${index}`));
    const results = await Promise.allSettled(
      texts.map((text) => stage.owner.policy.save(stage.projectId, { text, text_hash })),
    );
    const won = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []));
    expect(won).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'policy_changed' });
    expect(readFileSync(fileOf(stage), 'utf8')).toBe(texts[won[0]!]);
    expect(readdirSync(stage.dataDir).filter((name) => name.startsWith('policy.yaml'))).toEqual(['policy.yaml']);
  });

  it('explains a call that was made and one that might be, by the rules in force or by others [G6]', async () => {
    await save(stage, withComments);
    const session_id = await newSession(stage);
    const { call, approval } = await askFor(stage, { ...command('npm', 'test'), session_id });
    const explain = (body: object) => stage.member.policy.explain(stage.projectId, body);
    expect(await explain({ tool_id: call.tool_id })).toMatchObject({
      tool_name: 'execute_command',
      outcome: 'ask',
      risk_level: 'MEDIUM',
      rule_id: approval.rule_id,
      reasons: approval.reasons,
      matched: [{ rule_id: approval.rule_id, outcome: 'ask', part: 0 }],
      parts: [{ command: 'npm', subcommand: 'test', text: 'npm test', risk_level: 'MEDIUM' }],
      timeout_seconds: approval.timeout_seconds,
      display: { title: 'npm test', complete: true },
      grant: null,
    });
    const { grant } = await stage.owner.approvals.approve(approval, { scope: 'class' });
    const remembered = await explain({ ...command('npm', 'test', '--silent'), session_id });
    expect(remembered).toMatchObject({ outcome: 'ask', grant: { grant_id: grant!.grant_id } });
    expect(await explain(command('npm', 'test', '--silent'))).toMatchObject({ grant: null });

    expect(await explain(command('git', 'status'))).toMatchObject({ outcome: 'allow', rule_id: 'look-at-git' });
    expect(await explain({ ...command('git', 'status'), text: empty })).toMatchObject({ outcome: 'ask' });
    expect(await explain(command('sudo', 'ls'))).toMatchObject({
      outcome: 'deny',
      risk_level: 'HIGH',
      timeout_seconds: null,
    });
    const upTo = 'version: 1\nrules:\n  - { id: low, match: { command: npm }, outcome: allow, up_to: LOW }\n';
    expect(await explain({ ...command('npm', 'test'), text: upTo })).toMatchObject({
      held_back: [{ rule_id: 'low', up_to: 'LOW', part: 0 }],
      effects: expect.arrayContaining([expect.objectContaining({ kind: 'executes' })]),
    });
    const service = { tool_name: 'read_file', tool_params: { path: '../../etc/passwd\u202e' } };
    const outside = await explain(service);
    expect(outside).toMatchObject({ outcome: 'deny', parts: [{ paths: [{ inside: false, access: 'read' }] }] });
    expect(JSON.stringify(outside)).not.toContain('\u202e');
  });

  it('explains nothing that is not there or does not fit, and says what to send [G6, A5]', async () => {
    const explain = (body: object) => refused(stage.owner.policy.explain(stage.projectId, body));
    const other = await stage.foreignAgent.executeTool(stage.otherProjectId, npmTest as unknown as ExecuteRequest);
    const foreign = (await stage.foreignAgent.sessions.create(stage.otherProjectId)).session_id;
    expect(await explain({})).toMatchObject({ code: 'invalid_request' });
    expect(await explain({ tool_id: other.tool_id })).toMatchObject({ code: 'not_found' });
    expect(await explain({ ...npmTest, session_id: foreign })).toMatchObject({ code: 'not_found' });
    expect(await explain({ tool_name: 'no_such_tool' })).toMatchObject({ code: 'not_found' });
    expect(await explain({ tool_name: 'read_file', tool_params: { pth: 'a' } })).toMatchObject({
      code: 'arguments_refused',
      details: { errors: expect.arrayContaining([expect.stringContaining('path')]) },
    });
    expect(await explain({ ...npmTest, text: 'rules: [' })).toMatchObject({
      code: 'policy_refused',
      details: { problems: [{ line: 1, column: expect.any(Number), message: expect.any(String) }] },
    });
    const drafting = stage.owner.policy.draft(stage.projectId, { tool_id: other.tool_id, outcome: 'deny' });
    expect(await refused(drafting)).toMatchObject({ code: 'not_found' });
  });

  it('shows no secret, whether of a call or of the file [G8]', async () => {
    const asked = { tool_name: 'bash', tool_params: { cmd: `npm run deploy -- --token ${secret}` } };
    const tool_id = await callId(stage, asked);
    const answers = [
      await stage.owner.policy.explain(stage.projectId, { tool_id }),
      await stage.owner.policy.explain(stage.projectId, asked),
      await stage.owner.policy.draft(stage.projectId, { tool_id, outcome: 'allow' }),
      await stage.owner.policy.simulate(stage.projectId, { text: withComments }),
    ];
    expect(JSON.stringify(answers)).not.toContain(secret.slice(4));
    // Neither the script word for word nor an example: only what can be said without it.
    const { drafts } = await stage.owner.policy.draft(stage.projectId, { tool_id, outcome: 'allow' });
    expect(drafts.map(({ rule_id }) => rule_id)).toEqual(['allow-npm-run-deploy', 'allow-npm', 'allow-bash']);
    expect(JSON.stringify(drafts)).not.toMatch(/examples|REDACTED/);
    const path = `${secret}.sh`;
    const named = await callId(stage, { tool_name: 'write_file', tool_params: { path, content: 'x' } });
    expect(await stage.owner.policy.draft(stage.projectId, { tool_id: named, outcome: 'allow' })).toEqual({
      drafts: [],
      note: expect.stringContaining('kept secret'),
    });

    writeFileSync(fileOf(stage), `${withComments}# ${secret}\n`);
    const policy = await policyOf();
    expect(policy).toMatchObject({ can_save: false, text: expect.stringContaining('***REDACTED***') });
    expect(await refused(save(stage, withComments))).toMatchObject({ code: 'policy_unwritable' });
    expect(readFileSync(fileOf(stage), 'utf8')).toContain(secret);
    writeFileSync(fileOf(stage), empty);
  });

  it('simulates another policy over the calls that were made, newest first [G6]', async () => {
    const other = await ownStage(database);
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1) ids.push(await callId(other, command('git', 'status', `--x${index}`)));
    const status = await callId(other, command('git', 'status'));
    await callId(other, readReadme);
    await callId(other, { tool_name: 'gone', tool_params: {} });
    const text = `version: 1
rules:
  - { id: git, match: { command: git, subcommand: status }, outcome: allow }
  - { id: no-reading, match: { tool: read_file }, outcome: deny }
  - { id: no-x7, match: { argument: { args: "--x7" } }, outcome: deny }
`;
    const simulation = await other.member.policy.simulate(other.projectId, { text });
    expect(simulation).toMatchObject({ problems: [], calls: 27, skipped: 1, newly: { ask: 0, deny: 2 } });
    expect(simulation.unchanged + simulation.newly.allow + simulation.newly.deny).toBe(27);
    expect(simulation.changes[0]).toMatchObject({
      tool_name: 'read_file',
      after: { outcome: 'deny', rule_id: 'no-reading' },
    });
    expect(simulation.changes).toContainEqual(
      expect.objectContaining({
        tool_id: status,
        before: expect.objectContaining({ outcome: 'ask' }),
        after: { outcome: 'allow', rule_id: 'git', risk_level: 'MEDIUM' },
      }),
    );
    expect(simulation.changes.find(({ tool_id }) => tool_id === ids[7])).toMatchObject({ after: { rule_id: 'no-x7' } });
    expect(await other.member.policy.simulate(other.projectId, { text, limit: 1 })).toMatchObject({
      calls: 0,
      skipped: 1,
    });
    expect(await other.owner.policy.simulate(other.projectId, { text: 'version: 2\nrules: []' })).toMatchObject({
      problems: [expect.objectContaining({ line: 1 })],
      calls: 0,
      changes: [],
    });
    const long = await other.owner.policy.simulate(other.projectId, { text: text + longComment });
    expect(long).toEqual(simulation);
    // Nothing was changed or recorded by it.
    expect(await policyEvents(other)).toEqual([]);
    expect(existsSync(fileOf(other))).toBe(false);
  });

  it('drafts rules from a call that can be saved as they are, and say how many calls they would have decided [G6]', async () => {
    const other = await ownStage(database, { config: { toolLimits } });
    const tool_id = await callId(other, command('npm', 'run', 'build'));
    await callId(other, command('npm', 'run', 'build', '--silent'));
    await callId(other, command('npm', 'test'));
    const { drafts, note } = await other.member.policy.draft(other.projectId, { tool_id, outcome: 'allow' });
    expect(note).toBeNull();
    expect(drafts.map(({ rule_id, past_calls }) => [rule_id, past_calls])).toEqual([
      ['allow-execute_command-npm-run-build', { covered: 1, of: 3 }],
      ['allow-npm-run-build', { covered: 2, of: 3 }],
      ['allow-npm', { covered: 3, of: 3 }],
      ['allow-execute_command', { covered: 3, of: 3 }],
    ]);
    await save(other, withComments + longComment);
    const again = await other.owner.policy.draft(other.projectId, { tool_id, outcome: 'allow' });
    const draft = again.drafts[1]!;
    const policy = await save(other, draft.policy_text);
    expect(policy.text).toContain('# nothing else');
    expect(policy.text!.startsWith(withComments.slice(0, -'# That is all.\n'.length))).toBe(true);
    expect(policy.rules.find(({ rule_id }) => rule_id === draft.rule_id)).toMatchObject({
      text: draft.rule,
      reason: draft.reason,
    });
    const { requires_approval } = await other.agent.executeTool(
      other.projectId,
      command('npm', 'run', 'build') as ExecuteRequest,
    );
    expect(requires_approval).toBe(false);

    const denied = await callId(other, command('git', 'push'));
    expect(await other.owner.policy.draft(other.projectId, { tool_id: denied, outcome: 'allow' })).toMatchObject({
      drafts: [],
      note: expect.stringContaining('settings.bash-denylist says deny'),
    });
  });
});

describe('the policy file', () => {
  it('keeps its mode, and stays where a link leads', async () => {
    const stage = await ownStage(databases[0]!);
    const kept = join(stage.dataDir, 'kept');
    mkdirSync(kept);
    writeFileSync(join(kept, 'rules.yaml'), empty);
    chmodSync(join(kept, 'rules.yaml'), 0o640);
    symlinkSync('kept/rules.yaml', fileOf(stage));
    await save(stage, withComments);
    expect(readFileSync(join(kept, 'rules.yaml'), 'utf8')).toBe(withComments);
    expect(statSync(join(kept, 'rules.yaml')).mode & 0o777).toBe(0o640);
    expect(readdirSync(kept)).toEqual(['rules.yaml']);
  });

  it('that cannot be written is said to be so, with what the system says, and stays as it is', async () => {
    const stage = await ownStage(databases[0]!);
    mkdirSync(fileOf(stage));
    const policy = await stage.owner.policy.get(stage.projectId);
    expect(policy).toMatchObject({
      can_save: false,
      text: null,
      problems: [{ message: expect.stringContaining('EISDIR') }],
    });
    expect(await refused(save(stage, withComments))).toMatchObject({
      code: 'policy_unwritable',
      details: { reason: 'EISDIR' },
    });
    rmSync(fileOf(stage), { recursive: true });
    symlinkSync('/nowhere/policy.yaml', fileOf(stage));
    expect(await stage.owner.policy.get(stage.projectId)).toMatchObject({ can_save: false });
    expect(await refused(save(stage, withComments))).toMatchObject({ details: { reason: 'ENOENT' } });
  });
});
