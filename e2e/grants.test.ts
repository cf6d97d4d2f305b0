import type { ExecuteRequest } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { askFor, newSession } from './harness/calls.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { type Stage, useStage } from './harness/stage.ts';

const command = (name: string, ...args: string[]) => ({
  tool_name: 'execute_command',
  tool_params: { command: name, args },
});
const write = (path: string, content = '') => ({ tool_name: 'write_file', tool_params: { path, content } });
/** Longer than what is shown of a call. */
const tooLong = 'x'.repeat(300 * 1024);

describeOnEachDatabase('remembered decisions', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const ask = (request: object) => askFor(stage, { session_id: sessionId, ...request });
  const execute = (request: { tool_name: string; tool_params: object }, session = sessionId) =>
    stage.agent.executeTool(stage.projectId, { ...request, session_id: session } as ExecuteRequest);
  const remember = async (
    request: object,
    scope: 'call' | 'exact' | 'class' | 'family' | 'session',
    expires_in_seconds?: number,
  ) => {
    const { approval } = await ask(request);
    const within = expires_in_seconds === undefined ? {} : { expires_in_seconds };
    return stage.owner.approvals.approve(approval, { scope, ...within });
  };

  it('offers scopes from narrow to wide in the words of their matchers, the widest with a warning [A2]', async () => {
    await execute(command('git', 'commit', '-m', 'one'));
    await execute(command('git', 'status'));
    await execute(command('npm', 'test'));
    const { approval } = await ask(command('git', 'commit', '-m', 'two words'));
    expect(approval.scopes).toEqual([
      { scope: 'call', text: 'Only this call', warning: null, past_calls: null },
      {
        scope: 'exact',
        text: 'Exactly git commit -m "two words" in this session',
        warning: null,
        past_calls: { covered: 0, of: 3 },
      },
      {
        scope: 'class',
        text: 'git commit in this session, but nothing of HIGH risk',
        warning: null,
        past_calls: { covered: 1, of: 3 },
      },
      {
        scope: 'family',
        text: 'git commands in this session, but nothing of HIGH risk',
        warning: null,
        past_calls: { covered: 2, of: 3 },
      },
      {
        scope: 'session',
        text: 'Everything in this session',
        warning: expect.stringContaining('without asking'),
        past_calls: { covered: 3, of: 3 },
      },
    ]);
  });

  it('tells what a call would do, with secrets masked [G8, A8]', async () => {
    const { approval } = await ask(command('git', 'push', 'origin', 'main'));
    expect(approval.effects).toEqual([
      { kind: 'network', target: 'git push' },
      { kind: 'executes', target: 'hooks of the repository' },
    ]);
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { approval: other } = await ask(write(`src/${token}.ts`));
    expect(other.effects).toEqual([{ kind: 'writes', target: expect.stringMatching(/^src\/\*{3}REDACTED\*{3}/) }]);
  });

  it('joins the commands of a script in one class, and covers it only where every command is covered [A2]', async () => {
    const script = (cmd: string) => ({ tool_name: 'bash', tool_params: { cmd } });
    const { approval } = await ask(script('cd src && git status && git diff'));
    expect(approval.scopes.find(({ scope }) => scope === 'class')).toMatchObject({
      text: 'git status and git diff in this session, but nothing of HIGH risk',
    });
    await stage.owner.approvals.approve(approval, { scope: 'class' });
    expect(await execute(script('git diff'))).toMatchObject({ status: 'approved' });
    expect(await execute(command('git', 'diff', '--stat'))).toMatchObject({ status: 'approved' });
    for (const cmd of [
      'git diff && git push',
      'git diff & git status',
      'git diff > out.txt',
      'git -c core.pager=x diff',
    ])
      expect(await execute(script(cmd))).toMatchObject({ status: 'awaiting_approval' });
    await stage.owner.approvals.approve((await ask(script('npm test'))).approval, { scope: 'class' });
    expect(await execute(script('git diff && npm test'))).toMatchObject({ status: 'approved' });
  });

  it('remembers of a HIGH call only the very same words [A2]', async () => {
    const { approval } = await ask(command('make', 'test'));
    expect(approval.scopes.map(({ scope }) => scope)).toEqual(['call', 'exact', 'session']);
    await stage.owner.approvals.approve(approval, { scope: 'exact' });
    expect(await execute(command('make', 'test'))).toMatchObject({ status: 'approved' });
    expect(await execute(command('make', 'install'))).toMatchObject({ status: 'awaiting_approval' });
  });

  it('remembers nothing of an approval for this call only [A2]', async () => {
    expect(await remember(command('git', 'commit'), 'call')).toMatchObject({ grant: null });
    expect(await execute(command('git', 'commit'))).toMatchObject({ status: 'awaiting_approval' });
  });

  it('lets the same class through afterwards, in this session only, and says by which grant [A2, L9]', async () => {
    const { grant } = await remember(command('git', 'commit'), 'family');
    expect(grant).toMatchObject({
      scope: 'family',
      session_id: sessionId,
      owner: { user_id: stage.ids.owner, name: 'Olga' },
      matcher: { kind: 'commands', commands: [{ command: 'git', subcommand: null }], risk_max: 'MEDIUM' },
      text: 'git commands in this session, but nothing of HIGH risk',
      expires_at: null,
      revoked_at: null,
    });
    const again = await execute(command('git', 'push'));
    expect(again).toMatchObject({
      status: 'approved',
      approval_id: null,
      outcome: { kind: 'approved_by_grant', grant_id: grant!.grant_id },
    });
    expect(again.outcome?.message).toContain(grant!.text);
    expect(await execute(command('npm', 'test'))).toMatchObject({ status: 'awaiting_approval' });
    const elsewhere = await newSession(stage);
    expect(await execute(command('git', 'commit'), elsewhere)).toMatchObject({ status: 'awaiting_approval' });
  });

  it('keeps writes under a folder inside it, however the path is spelt [A2]', async () => {
    const { grant } = await remember(write('src/lib/a.ts'), 'class');
    expect(grant).toMatchObject({ text: 'Writing files under src/lib/ in this session, but nothing of HIGH risk' });
    for (const path of ['src/lib/deep/b.ts', './src/lib/a.ts', 'src/lib//a.ts', '/workspace/src/lib/a.ts'])
      expect(await execute(write(path))).toMatchObject({ status: 'approved' });
    for (const path of ['src/library.ts', 'src/lib/../x.ts', 'src\\lib\\a.ts', 'src/lib/run.sh'])
      expect(await execute(write(path))).toMatchObject({ status: 'awaiting_approval' });
    for (const path of ['src/lib/../../../etc/passwd', '/src/lib/a.ts', 'src/lib/..', 'src/lib/'])
      expect(await execute(write(path))).toMatchObject({ status: 'rejected', error_type: 'policy' });
  });

  it('lets everything through for a session, under a banner, until it is revoked [A2]', async () => {
    const { grant } = await remember(command('git', 'commit'), 'session', 3600);
    expect(grant).toMatchObject({ text: 'Everything in this session', warning: expect.any(String) });
    const { banner } = await stage.agent.sessions.get(stage.projectId, sessionId);
    expect(banner).toMatchObject({ grant_id: grant!.grant_id, expires_at: grant!.expires_at });
    expect(banner?.text).toContain('Olga approved everything in this session');
    expect(await execute(command('bash', '-c', 'true'))).toMatchObject({ status: 'approved' });

    const stream = await watchEvents(stage.member, stage.projectId, { sessionId });
    const revoked = await stage.member.grants.revoke(stage.projectId, grant!.grant_id);
    expect(revoked.revoked_at).not.toBeNull();
    expect(await stream.next('grant.revoked', grant!.grant_id)).toMatchObject({ by: 'Mia' });
    expect((await stage.owner.sessions.get(stage.projectId, sessionId)).banner).toBeNull();
    expect(await execute(command('git', 'push'))).toMatchObject({ status: 'awaiting_approval' });
    expect(await stage.owner.grants.revoke(stage.projectId, grant!.grant_id)).toEqual(revoked);
  });

  it('forgets a grant when its time is up [A2]', async () => {
    const { grant } = await remember(command('git', 'commit'), 'family', 60);
    stage.clock.advance(59_999);
    expect(await execute(command('git', 'push'))).toMatchObject({ status: 'approved' });
    stage.clock.advance(1);
    expect(await execute(command('git', 'push'))).toMatchObject({ status: 'awaiting_approval' });
    const inForce = await stage.owner.grants.list(stage.projectId, { session_id: sessionId });
    expect(inForce.grants).toEqual([]);
    const all = await stage.owner.grants.list(stage.projectId, { session_id: sessionId, include_ended: true });
    expect(all.grants.map(({ grant_id }) => grant_id)).toEqual([grant!.grant_id]);
  });

  it('cannot remember a class of programs that run whatever they are given [A2]', async () => {
    for (const name of ['python3', 'node', 'bash', 'env', 'xargs', 'npx', './tool']) {
      const { approval } = await ask(command(name, 'x'));
      expect(approval.scopes.map(({ scope }) => scope)).toEqual(['call', 'session']);
      const attempt = stage.owner.approvals.approve(approval, { scope: 'class' });
      expect(await refused(attempt)).toMatchObject({ status: 422, code: 'cannot_remember' });
    }
  });

  it('cannot remember a call that is too long to be shown in full [A8, A2]', async () => {
    const { approval } = await ask(write('src/big.txt', tooLong));
    expect(approval.display.complete).toBe(false);
    expect(approval.scopes.map(({ scope }) => scope)).toEqual(['call']);
    for (const scope of ['class', 'session'] as const) {
      const attempt = stage.owner.approvals.approve(approval, { scope });
      expect(await refused(attempt)).toMatchObject({ status: 422, code: 'cannot_remember' });
    }
    expect(await stage.owner.approvals.approve(approval)).toMatchObject({ status: 'approved' });
  });

  it('cannot remember a rejection, and leaves the approval open [A2]', async () => {
    const { approval } = await ask(command('git', 'push'));
    const attempt = stage.owner.approvals.decide(approval, { decision: 'reject', scope: 'session' });
    expect(await refused(attempt)).toMatchObject({ status: 422, code: 'cannot_remember' });
    const after = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(after.status).toBe('pending');
  });

  it('remembers the class of an edit, not of what was asked [A1, A2]', async () => {
    const { approval } = await ask(command('git', 'push'));
    const { grant } = await stage.owner.approvals.decide(approval, {
      decision: 'edit',
      modified_arguments: { command: 'npm', args: ['test'] },
      scope: 'class',
    });
    expect(grant).toMatchObject({ matcher: { commands: [{ command: 'npm', subcommand: 'test' }] } });
    expect(await execute(command('npm', 'test'))).toMatchObject({ status: 'approved' });
    expect(await execute(command('git', 'push'))).toMatchObject({ status: 'awaiting_approval' });
  });

  it('tells everyone of the project about a grant [A7, P2]', async () => {
    const stream = await watchEvents(stage.member, stage.projectId, { sessionId });
    const { grant } = await remember(command('git', 'commit'), 'class');
    expect(await stream.next('grant.created', grant!.grant_id)).toMatchObject({ text: grant!.text, by: 'Olga' });
  });
});

describeOnEachDatabase('remembered decisions beside what is denied', (database) => {
  const stage: Stage = useStage(database);

  describe('a deny', () => {
    it('outranks every grant, and says which rule it is [A2, L9]', async () => {
      const { approval } = await askFor(stage, command('git', 'commit'));
      await stage.owner.approvals.approve(approval, { scope: 'session' });
      const allowed = await stage.agent.executeTool(stage.projectId, command('npm', 'test'));
      expect(allowed.outcome).toMatchObject({ kind: 'approved_by_grant' });
      const denied = await stage.agent.executeTool(stage.projectId, command('dd', 'if=/dev/zero'));
      expect(denied).toMatchObject({
        status: 'rejected',
        error_type: 'policy',
        approval_id: null,
        outcome: { kind: 'denied_by_policy', rule_id: 'builtin.command.denied', should_retry: false },
      });
    });

    it('cannot be reached by an edit [A1, A2]', async () => {
      const session_id = await newSession(stage);
      const { approval } = await askFor(stage, { ...command('git', 'push'), session_id });
      const attempt = stage.owner.approvals.edit(approval, { command: 'dd', args: [] });
      const { status, code, details } = await refused(attempt);
      expect({ status, code, rule_id: details.rule_id }).toEqual({
        status: 422,
        code: 'arguments_refused',
        rule_id: 'builtin.command.denied',
      });
    });
  });
});
