import { openStore } from '@countersign/store';
import { databases, describeOnEachDatabase } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { newLink } from './harness/browser.ts';
import { askFor, newSession, npmTest } from './harness/calls.ts';
import { outcomes } from './harness/outcomes.ts';
import { rawRequest } from './harness/raw-request.ts';
import { watchEvents, watchSession } from './harness/recorder.ts';
import { allRefused, refused } from './harness/refused.ts';
import { ownStage, type Stage, useStage } from './harness/stage.ts';

const rolesOf = async (stage: Stage) =>
  Object.fromEntries(
    (await stage.owner.admin.listMembers(stage.projectId)).members.map(({ name, role }) => [name, role]),
  );
const eventsOf = async (stage: Stage, type: string) =>
  (await stage.server.plane.store.listEvents({ after: 0, limit: 1_000 })).filter((event) => event.type === type);

describeOnEachDatabase('people of a project', (database) => {
  const stage = useStage(database, { config: { role: 'server' } });

  it('are listed by name and role, and a member who is taken out is shut out at once, everywhere [A5]', async () => {
    expect(await rolesOf(stage)).toEqual({ Olga: 'owner', Mia: 'member' });
    const { approval, call } = await askFor(stage);
    const sessionId = approval.session_id;
    const stream = await watchEvents(stage.member, stage.projectId);
    const elsewhere = await watchEvents(stage.owner, stage.projectId);
    const { socket, messages } = await watchSession(stage.member, stage.projectId, sessionId);
    await messages.first('what is pending', ({ type }) => type === 'pending_approvals');

    const removed = await stage.owner.admin.removeMember(stage.projectId, stage.ids.member);
    expect(removed).toEqual({ user_id: stage.ids.member, name: 'Mia', role: 'member' });
    expect(await refused(stage.member.approvals.list(stage.projectId))).toMatchObject({ status: 404 });
    expect(await refused(stage.member.approvals.approve(approval))).toMatchObject({ status: 404 });
    expect(await stream.ended).toMatchObject({ code: 'not_found' });
    await messages.ended;
    await expect(socket.decide(approval, { decision: 'approve' })).rejects.toThrow();
    expect(await refused(stage.member.openSession(stage.projectId, sessionId))).toMatchObject({ status: 404 });
    expect((await stage.member.projects()).projects).toEqual([]);
    // Nobody else is disturbed, and nothing was decided.
    await stage.owner.approvals.approve(approval);
    await elsewhere.next('approval.resolved', approval.approval_id);
    expect(await stage.owner.toolCalls.get(stage.projectId, call.tool_id)).toMatchObject({ status: 'approved' });

    const [event] = await eventsOf(stage, 'member.removed');
    expect(event).toMatchObject({
      actor: `user:${stage.ids.owner}`,
      subjectId: stage.projectId,
      data: { user_id: stage.ids.member, name: 'Mia', role: 'member', by: 'Olga' },
    });
    expect(await refused(stage.owner.admin.removeMember(stage.projectId, stage.ids.member))).toMatchObject({
      status: 404,
    });
    await stage.owner.admin.putMember(stage.projectId, stage.ids.member, 'member');
    await stage.member.approvals.list(stage.projectId);
  });

  it('are not let in who are taken out while they come in [A5]', async () => {
    let isHeld = false;
    const looked = Promise.withResolvers<void>();
    const removed = Promise.withResolvers<void>();
    const own = await ownStage(database, {
      parts: {
        async openStore(url, options) {
          const store = await openStore(url, options);
          const findSession: typeof store.findSession = async (...given) => {
            if (isHeld) looked.resolve();
            if (isHeld) await removed.promise;
            return store.findSession(...given);
          };
          return { ...store, findSession };
        },
      },
    });
    const sessionId = await newSession(own);
    isHeld = true;
    const joining = watchSession(own.member, own.projectId, sessionId);
    await looked.promise;
    await own.owner.admin.removeMember(own.projectId, own.ids.member);
    removed.resolve();
    const { messages } = await joining;
    await messages.ended;
    expect(messages.seen.filter(({ type }) => type === 'event')).toEqual([]);
  });

  it('keep an owner, whoever is taken out or given another role [A5]', async () => {
    const { projectId, ids } = stage;
    const refusals = await allRefused([
      stage.stranger.admin.removeMember(projectId, ids.owner),
      stage.stranger.admin.putMember(projectId, ids.owner, 'member'),
    ]);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        status: 409,
        code: 'last_owner',
        message: 'Olga is the only owner of this project. Make somebody else an owner first.',
      });
    }
    expect(await rolesOf(stage)).toEqual({ Olga: 'owner', Mia: 'member' });
    await stage.owner.admin.putMember(projectId, ids.member, 'owner');
    const { values, codes } = await outcomes([
      stage.owner.admin.removeMember(projectId, ids.member),
      stage.stranger.admin.putMember(projectId, ids.owner, 'member'),
      stage.stranger.admin.removeMember(projectId, ids.owner),
    ]);
    expect(values.length).toBeGreaterThan(0);
    expect(new Set(codes)).toContain('last_owner');
    expect(Object.values(await rolesOf(stage))).toContain('owner');
    await stage.stranger.admin.putMember(projectId, ids.owner, 'owner');
    await stage.stranger.admin.putMember(projectId, ids.member, 'member');
    expect(await refused(stage.member.admin.listMembers(projectId))).toMatchObject({ status: 403 });
    expect(await refused(stage.owner.admin.listMembers(ids.owner))).toMatchObject({ status: 404 });
  });

  it('see sessions with the names of their agents [A5]', async () => {
    const [mine, other] = [await newSession(stage), await stage.secondAgent.sessions.create(stage.projectId)];
    const { sessions } = await stage.member.sessions.list(stage.projectId);
    const names = new Map(sessions.map(({ session_id, agent_name }) => [session_id, agent_name]));
    expect([names.get(mine), names.get(other.session_id), other.agent_name]).toEqual([
      'agent',
      'secondAgent',
      'secondAgent',
    ]);
    expect(await stage.agent.sessions.get(stage.projectId, mine)).toMatchObject({ agent_name: 'agent' });
  });

  it('can let everything in a session go on for a while, and take that back [A2]', async () => {
    const sessionId = await newSession(stage);
    const { approval: waiting } = await askFor(stage, { session_id: sessionId });
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const grant = await stage.member.grants.everything(stage.projectId, sessionId, 600);
    expect(grant).toMatchObject({
      scope: 'session',
      approval_id: null,
      text: 'Everything in this session',
      warning: expect.stringContaining('without asking anyone'),
      owner: { name: 'Mia' },
    });
    expect(await stream.next('grant.created', grant.grant_id)).toMatchObject({ by: 'Mia' });
    const { banner } = await stage.agent.sessions.get(stage.projectId, sessionId);
    expect(banner).toMatchObject({ grant_id: grant.grant_id, expires_at: grant.expires_at });
    expect(banner!.text).toContain('Mia approved everything in this session');
    const dangerous = { tool_name: 'execute_command', tool_params: { command: 'bash', args: ['-c', 'true'] } };
    for (const request of [npmTest, dangerous]) {
      const asked = await stage.agent.executeTool(stage.projectId, { ...request, session_id: sessionId });
      expect(asked).toMatchObject({ status: 'approved', approval_id: null });
    }
    // What is denied stays denied, what waited still waits, and other sessions are asked about.
    const denied = { tool_name: 'write_file', tool_params: { path: '/etc/passwd', content: '' } };
    expect(await stage.agent.executeTool(stage.projectId, { ...denied, session_id: sessionId })).toMatchObject({
      status: 'rejected',
    });
    const still = await stage.owner.approvals.get(stage.projectId, waiting.approval_id);
    expect(still.status).toBe('pending');
    expect(await askFor(stage, { session_id: await newSession(stage) })).toMatchObject({
      call: { status: 'awaiting_approval' },
    });
    stage.clock.advance(600_000);
    expect((await stage.owner.sessions.get(stage.projectId, sessionId)).banner).toBeNull();
    expect((await askFor(stage, { session_id: sessionId })).call.status).toBe('awaiting_approval');

    const again = await stage.owner.grants.everything(stage.projectId, sessionId, 60);
    await stage.owner.grants.revoke(stage.projectId, again.grant_id);
    expect((await askFor(stage, { session_id: sessionId })).call.status).toBe('awaiting_approval');
    const foreign = stage.outsider.grants.everything(stage.otherProjectId, sessionId, 60);
    expect(await refused(foreign)).toMatchObject({ status: 404 });
    const endless = stage.owner.call('grantEverything', {
      params: { project_id: stage.projectId, session_id: sessionId },
      body: { scope: 'session' } as never,
    });
    expect(await refused(endless)).toMatchObject({ code: 'invalid_request' });
  });

  it('are signed in by a link that leads to one request [A4]', async () => {
    const { approval } = await askFor(stage);
    const link = `${await newLink(stage.member)}&approval_id=${approval.approval_id}`;
    const followed = await rawRequest(stage.url, link);
    expect(followed).toMatchObject({ status: 303, headers: { location: `/a/${approval.approval_id}` } });
    expect(followed.headers['set-cookie']?.[0]).toContain('HttpOnly');
    const odd = await rawRequest(stage.url, `${await newLink(stage.member)}&approval_id=//elsewhere.example`);
    expect(odd.status).toBe(400);
  });
});

describe('a link to sign in', () => {
  it('leads to the address that people use, also where it is asked for on the machine itself [A4]', async () => {
    const [sqlite] = databases;
    const stage = await ownStage(sqlite!, { config: { publicUrl: 'https://countersign.example' } });
    const { link } = await stage.owner.call('createLink', {});
    expect(link).toMatch(/^https:\/\/countersign\.example\/auth\/link\?ticket=/);
  });
});

const postgres = databases.find(({ name }) => name === 'postgres')!;

describe.skipIf(postgres.isMissing)('two servers on one PostgreSQL database', () => {
  it('keep an owner between them, and shut out at both who is taken out at one [S2, A5]', async () => {
    const one = await ownStage(postgres);
    const two = await ownStage(postgres, { beside: one });
    const { projectId, ids } = one;
    for (let round = 0; round < 10; round += 1) {
      await one.stranger.admin.putMember(projectId, ids.owner, 'owner');
      await one.stranger.admin.putMember(projectId, ids.member, 'owner');
      const { codes } = await outcomes([
        one.stranger.admin.removeMember(projectId, ids.owner),
        two.stranger.admin.removeMember(projectId, ids.member),
      ]);
      expect(codes).toEqual(['last_owner']);
    }
    await one.stranger.admin.putMember(projectId, ids.owner, 'owner');
    await one.stranger.admin.putMember(projectId, ids.member, 'member');
    const stream = await watchEvents(two.member, projectId);
    await one.owner.admin.removeMember(projectId, ids.member);
    expect(await stream.ended).toMatchObject({ code: 'not_found' });
  });
});
