import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { newLink, signIn } from './harness/browser.ts';
import { askFor, newSession } from './harness/calls.ts';
import { expectProblem } from './harness/expect-problem.ts';
import { rawRequest } from './harness/raw-request.ts';
import { openRawSocket, RawSocket } from './harness/raw-socket.ts';
import { watchEvents, watchSession } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { ownStage, useStage } from './harness/stage.ts';

describeOnEachDatabase('the browser boundary', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    rawRequest(stage.url, path, { headers, headOnly: true });
  const host = () => new URL(stage.url).host;
  const paths = () => ({
    rest: '/my/principal',
    stream: `/my/projects/${stage.projectId}/chat/stream`,
    socket: `/my/projects/${stage.projectId}/sessions/${sessionId}/ws`,
  });
  const openSocket = (headers: Record<string, string>) => openRawSocket(stage.url, paths().socket, headers);
  const bearer = () => ({ authorization: `Bearer ${stage.cast.owner}` });

  it('signs a browser in by a link once, and only once', async () => {
    const link = await newLink(stage.owner);
    const first = await get(link);
    expect(first).toMatchObject({ status: 303, headers: { location: '/' } });
    expectProblem(await get(link), 'link_spent');
    expectProblem(await get('/auth/link?ticket=never-given-out'), 'link_spent');
  });

  it('lets one of many in that follow a link at once', async () => {
    const link = await newLink(stage.owner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(link)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array(9).fill(410)]);
  });

  it('lets a link lapse after ten minutes, and a session after twelve hours', async () => {
    const link = await newLink(stage.owner);
    const { cookie } = await signIn(stage);
    stage.clock.advance(10 * 60_000);
    expectProblem(await get(link), 'link_spent');
    expect(await get('/my/principal', { cookie })).toMatchObject({ status: 200 });
    stage.clock.advance(12 * 3_600_000);
    expectProblem(await get('/my/principal', { cookie }), 'unauthenticated');
  });

  it('gives out a cookie that scripts cannot read and other sites cannot send', async () => {
    const followed = await get(await newLink(stage.owner));
    expect(followed.headers['set-cookie']).toEqual([
      expect.stringMatching(/^countersign_session=[\w-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    const secure = await ownStage(database, { config: { publicUrl: 'https://countersign.example.org' } });
    const over = await rawRequest(secure.url, await newLink(secure.owner));
    expect(over.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
  });

  it('takes each kind of secret only where it belongs', async () => {
    const link = await newLink(stage.owner);
    const ticket = new URLSearchParams(link.split('?')[1]).get('ticket')!;
    const { cookie } = await signIn(stage);
    const secret = cookie.split('=')[1]!;
    for (const wrong of [ticket, secret]) {
      expectProblem(await get('/my/principal', { authorization: `Bearer ${wrong}` }), 'unauthenticated');
    }
    for (const wrong of [ticket, stage.cast.owner]) {
      expectProblem(await get('/my/principal', { cookie: `countersign_session=${wrong}` }), 'unauthenticated');
    }
    for (const wrong of [secret, stage.cast.owner]) {
      expectProblem(await get(`/auth/link?ticket=${wrong}`), 'link_spent');
    }
    expect(await get(link)).toMatchObject({ status: 303 });
  });

  it('asks a cookie for the proof that its own page is asking', async () => {
    const { approval } = await askFor(stage, { session_id: sessionId });
    const [mine, other] = [await signIn(stage), await signIn(stage)];
    const reject = (headers: Record<string, string>) =>
      rawRequest(stage.url, `/my/projects/${stage.projectId}/approvals/${approval.approval_id}/reject`, {
        method: 'POST',
        headers,
        body: '{}',
      });
    for (const proof of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': 'x' }, { 'x-csrf-token': other.csrf }]) {
      expectProblem(await reject({ cookie: mine.cookie, ...proof }), 'csrf_refused');
    }
    const accepted = await reject({ cookie: mine.cookie, 'x-csrf-token': mine.csrf });
    expect(accepted).toMatchObject({ status: 200, json: { status: 'rejected' } });
  });

  it('refuses pages of other sites, on REST, stream and socket alike', async () => {
    const { cookie } = await signIn(stage);
    const foreign = ['https://evil.example', 'null', `https://${host()}.evil.example`, `http://${host()}1`, 'file://'];
    for (const origin of foreign) {
      for (const credential of [{ cookie }, bearer()]) {
        expectProblem(await get(paths().rest, { ...credential, origin }), 'origin_refused', origin);
        expectProblem(await get(paths().stream, { ...credential, origin }), 'origin_refused', origin);
        expect(await openSocket({ ...credential, origin }), origin).toEqual({ status: 403, code: 'origin_refused' });
      }
    }
    const origin = `http://${host()}`;
    expect(await get(paths().rest, { cookie, origin })).toMatchObject({ status: 200 });
    expect(await get(paths().stream, { cookie, origin })).toMatchObject({ status: 200 });
    const socket = await openSocket({ cookie, origin });
    expect(socket).toBeInstanceOf(RawSocket);
    expect(await (socket as RawSocket).next()).toMatchObject({ type: 'pending_approvals' });
    (socket as RawSocket).destroy();
  });

  it('refuses names that are not its own, so that no name can be rebound to it', async () => {
    const { cookie } = await signIn(stage);
    const { port } = new URL(stage.url);
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example`,
      '0.0.0.0',
      'a b',
      'x@localhost',
    ]) {
      const headers = { cookie, host: name };
      expectProblem(await get(paths().rest, headers), 'host_refused', name);
      expectProblem(await get(paths().stream, headers), 'host_refused', name);
      expect(await openSocket(headers), name).toEqual({ status: 421, code: 'host_refused' });
      expectProblem(await get('/livez', { host: name }), 'host_refused', name);
    }
    for (const name of [`localhost:${port}`, 'localhost', '127.0.0.1', `LOCALHOST:${port}`, '[::1]', 'localhost.']) {
      expect(await get(paths().rest, { cookie, host: name }), name).toMatchObject({ status: 200 });
    }
  });

  it('answers to the names and origins it was configured with', async () => {
    const configured = await ownStage(database, {
      config: { allowedHosts: ['desk.example', 'lab.example:8443'], allowedOrigins: ['https://ide.example'] },
    });
    const { port } = new URL(configured.url);
    for (const name of ['desk.example', `desk.example:${port}`, 'lab.example:8443', 'lab.example']) {
      const answer = await rawRequest(configured.url, '/livez', {
        headers: { host: name, origin: 'https://ide.example' },
      });
      expect(answer, name).toMatchObject({ status: 200 });
    }
    const other = await rawRequest(configured.url, '/livez', { headers: { host: 'other.example' } });
    expectProblem(other, 'host_refused');
  });

  it('ends a browser session when the user signs out, and its streams with it', async () => {
    const { cookie, csrf } = await signIn(stage);
    const socket = (await openSocket({ cookie, origin: stage.url })) as RawSocket;
    expect(await socket.next()).toMatchObject({ type: 'pending_approvals' });
    const out = await rawRequest(stage.url, '/auth/sign-out', {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrf },
    });
    expect(out.status).toBe(204);
    expect(out.headers['set-cookie']?.[0]).toMatch(/^countersign_session=; Path=\/; Max-Age=0;/);
    expectProblem(await get('/my/principal', { cookie }), 'unauthenticated');
    expect(await socket.next()).toBeNull();
    socket.destroy();
  });

  it('refuses a revoked token at once, and cuts its streams [A5]', async () => {
    const { token, secret } = await stage.owner.admin.createToken({
      kind: 'user',
      name: 'to be revoked',
      user_id: stage.ids.member,
    });
    const client = stage.client(secret);
    await client.whoAmI();
    const stream = await watchEvents(client, stage.projectId);
    const { messages } = await watchSession(client, stage.projectId, sessionId);
    await messages.first('what is pending', ({ type }) => type === 'pending_approvals');
    const revoked = await stage.owner.admin.revokeToken(token.token_id);
    expect(revoked.revoked_at).not.toBeNull();
    expect(await refused(client.whoAmI())).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(await stream.ended).toMatchObject({ code: 'unauthenticated' });
    await messages.ended;
    expect(await refused(client.openSession(stage.projectId, sessionId))).toMatchObject({ status: 401 });
    await stage.member.whoAmI();
  });

  it('cuts the streams of a token when it expires [A5]', async () => {
    const { secret } = await stage.owner.admin.createToken({
      kind: 'user',
      name: 'for a minute',
      user_id: stage.ids.member,
      expires_in_seconds: 60,
    });
    const client = stage.client(secret);
    const stream = await watchEvents(client, stage.projectId);
    const { messages } = await watchSession(client, stage.projectId, sessionId);
    await messages.first('what is pending', ({ type }) => type === 'pending_approvals');
    const { call } = await askFor(stage, { session_id: sessionId });
    await stream.next('tool.approval_request', call.tool_id);
    await messages.first('the request', ({ type }) => type === 'approval_requested');
    stage.clock.advance(60_000);
    expect(await stream.ended).toMatchObject({ code: 'unauthenticated' });
    await messages.ended;
  });

  it('obeys no message of a revoked token, even on a socket that will not close [A5, A4]', async () => {
    const { token, secret } = await stage.owner.admin.createToken({
      kind: 'user',
      name: 'to be revoked too',
      user_id: stage.ids.member,
    });
    const { approval } = await askFor(stage, { session_id: sessionId });
    const socket = (await openSocket({ authorization: `Bearer ${secret}` })) as RawSocket;
    expect(await socket.next()).toMatchObject({ type: 'pending_approvals' });
    await stage.owner.admin.revokeToken(token.token_id);
    // The server has said goodbye; this client decides before it answers that.
    expect(await socket.next()).toBeNull();
    socket.send({ type: 'hitl_decision', call_id: approval.tool_id, decision: 'approve' });
    socket.sendClose();
    await socket.gone();
    await stage.owner.whoAmI();
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({ status: 'pending' });
  });

  it('carries a token in the sub-protocol for browsers that cannot set headers [A6]', async () => {
    const { websocketBearerPrefix, websocketProtocol } = await import('@countersign/contract');
    const carried = (secret: string) => ({
      origin: stage.url,
      'sec-websocket-protocol': `${websocketProtocol}, ${websocketBearerPrefix}${Buffer.from(secret).toString('base64url')}`,
    });
    const socket = (await openSocket(carried(stage.cast.owner))) as RawSocket;
    expect(await socket.next()).toMatchObject({ type: 'pending_approvals' });
    socket.destroy();
    expect(await openSocket(carried('wrong'))).toEqual({ status: 401, code: 'unauthenticated' });
    expect(await openSocket(carried(stage.cast.agent))).toEqual({ status: 403, code: 'forbidden' });
    expect(await openSocket({})).toEqual({ status: 401, code: 'unauthenticated' });
  });

  it('sends pages with headers that let them load nothing from elsewhere', async () => {
    for (const path of ['/', '/docs']) {
      const { status, headers } = await rawRequest(stage.url, path);
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});
