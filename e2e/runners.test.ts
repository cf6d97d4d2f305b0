import { anAnnouncement, describeOnEachDatabase } from '@countersign/testing';
import { keyFingerprint, newPairingCode, parsePairingCode } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { approvedCall } from './harness/calls.ts';
import { allRefused, refused } from './harness/refused.ts';
import { announce, runnerEvents } from './harness/runners.ts';
import { ownStage, type Stage, useStage } from './harness/stage.ts';

let paired = 0;

const aRequest = (code: string) => ({ code, name: `paired ${++paired}`, machine: 'laptop' });
const spent = { status: 410, code: 'code_spent' };

async function newCode(stage: Stage, client = stage.owner): Promise<string> {
  return (await client.runners.createPairingCode(stage.projectId)).code;
}

describeOnEachDatabase('pairing', (database) => {
  const stage = useStage(database);
  const anyone = () => stage.client(null);

  it('turns a code into a runner that can take calls and knows the key of its orders [L7]', async () => {
    const code = await newCode(stage, stage.member);
    const { secret, server_key, project_id, runner_id } = await anyone().runner.pair(aRequest(code));
    expect(project_id).toBe(stage.projectId);
    expect(keyFingerprint(server_key.public_key)).toBe(parsePairingCode(code)!.fingerprint);
    const runner = stage.client(secret);
    expect(await runner.whoAmI()).toMatchObject({ kind: 'runner', id: runner_id, project_id });
    const toolId = await approvedCall(stage);
    expect(await runner.runner.claim(stage.projectId, toolId)).toMatchObject({ fence: 1 });
  });

  it('is in the log with who made the code and which machine joined, and never with the code [L7, S3]', async () => {
    const code = await newCode(stage, stage.member);
    const request = aRequest(code);
    const { runner_id, secret } = await anyone().runner.pair(request);
    const events = await runnerEvents(stage);
    expect(events.slice(-2)).toMatchObject([
      { type: 'pairing_code.created', actor: `user:${stage.ids.member}`, data: { by: 'Mia' } },
      { type: 'runner.paired', subjectId: runner_id, data: { name: request.name, machine: 'laptop', by: 'Mia' } },
    ]);
    const text = JSON.stringify(events);
    for (const each of [code, parsePairingCode(code)!.secret, secret]) expect(text).not.toContain(each);
  });

  it('takes a code once [L7]', async () => {
    const code = await newCode(stage);
    await anyone().runner.pair(aRequest(code));
    expect(await refused(anyone().runner.pair(aRequest(code)))).toMatchObject(spent);
  });

  it('lets one of many in that send the same code at once [L7]', async () => {
    const code = await newCode(stage);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => anyone().runner.pair(aRequest(code))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'code_spent' });
  });

  it('does not spend the code on a name that is taken [L7]', async () => {
    const code = await newCode(stage);
    const request = aRequest(code);
    const taken = await refused(anyone().runner.pair({ ...request, name: 'runner' }));
    expect(taken).toMatchObject({ status: 409, code: 'name_taken' });
    expect(await anyone().runner.pair(request)).toMatchObject({ project_id: stage.projectId });
  });

  it('gives a name to one of two that want it at once, and leaves the other its code [L7]', async () => {
    const codes = await Promise.all([newCode(stage), newCode(stage)]);
    const request = aRequest('');
    const results = await Promise.allSettled(codes.map((code) => anyone().runner.pair({ ...request, code })));
    const lost = results.findIndex(({ status }) => status === 'rejected');
    expect(results[1 - lost]).toMatchObject({ status: 'fulfilled' });
    expect(results[lost]).toMatchObject({ reason: { code: 'name_taken' } });
    expect(await anyone().runner.pair(aRequest(codes[lost]!))).toMatchObject({ project_id: stage.projectId });
  });

  it('answers whatever is no good with the same words [L7]', async () => {
    const used = await newCode(stage);
    await anyone().runner.pair(aRequest(used));
    const key = stage.server.plane.signer.key.public_key;
    const wrong = [used, newPairingCode(key).code, 'x', stage.cast.owner, `${await newCode(stage)}0`];
    const refusals = await allRefused(wrong.map((code) => anyone().runner.pair(aRequest(code))));
    for (const refusal of refusals) expect(refusal).toMatchObject({ ...spent, message: refusals[0]!.message });
  });

  it('does not take a code for a credential [A4]', async () => {
    const code = await newCode(stage);
    for (const token of [code, parsePairingCode(code)!.secret])
      expect(await refused(stage.client(token).whoAmI())).toMatchObject({ status: 401 });
  });

  it('ends with the token of the runner, as for every other credential [A5]', async () => {
    const { secret, runner_id } = await anyone().runner.pair(aRequest(await newCode(stage)));
    const runner = stage.client(secret);
    await announce(stage, {}, runner);
    const { tokens } = await stage.owner.call('listTokens', {});
    const { token_id } = tokens.find(({ principal_id }) => principal_id === runner_id)!;
    await stage.owner.call('revokeToken', { params: { token_id } });
    expect(await refused(announce(stage, {}, runner))).toMatchObject({ status: 401 });
    const { runners } = await stage.owner.runners.list(stage.projectId);
    expect(runners.map((each) => each.runner_id)).not.toContain(runner_id);
  });
});

describeOnEachDatabase('the time of a pairing code', (database) => {
  it('is ten minutes, to the millisecond [L7]', async () => {
    const stage = await ownStage(database);
    const [early, late] = [await newCode(stage), await newCode(stage)];
    stage.clock.advance(10 * 60_000 - 1);
    const { secret } = await stage.client(null).runner.pair(aRequest(early));
    expect(await stage.client(secret).whoAmI()).toMatchObject({ kind: 'runner' });
    stage.clock.advance(1);
    expect(await refused(stage.client(null).runner.pair(aRequest(late)))).toMatchObject(spent);
  });

  it('is over on every replica once it was used on one [S2, L7]', async () => {
    const stage = await ownStage(database);
    const beside = await ownStage(database, { beside: stage });
    const code = await newCode(stage);
    const ways = [stage, beside].map((each) => each.client(null).runner.pair(aRequest(code)));
    const results = await Promise.allSettled(ways);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is not bought by trying: there are so many attempts a minute for all together [L7]', async () => {
    const stage = await ownStage(database);
    const attempt = () => refused(stage.client(null).runner.pair(aRequest('x')));
    for (let index = 0; index < 60; index += 1) expect(await attempt()).toMatchObject(spent);
    expect(await attempt()).toMatchObject({ status: 429, code: 'too_many_attempts' });
    stage.clock.advance(60_000);
    expect(await attempt()).toMatchObject(spent);
  });
});

describeOnEachDatabase('runners', (database) => {
  const stage = useStage(database);
  const listed = async (name = 'runner') =>
    (await stage.owner.runners.list(stage.projectId)).runners.find((each) => each.name === name)!;

  it('are there for a minute after they said so [T6]', async () => {
    expect(await listed('secondRunner')).toMatchObject({ is_present: false, seen_at: null, announcement: null });
    expect(await announce(stage)).toEqual({ runner_id: stage.ids.runner, announce_again_in_seconds: 20 });
    expect(await listed()).toMatchObject({ is_present: true, machine: 'laptop', announcement: anAnnouncement });
    stage.clock.advance(59_999);
    expect(await listed()).toMatchObject({ is_present: true });
    stage.clock.advance(1);
    expect(await listed()).toMatchObject({ is_present: false, announcement: anAnnouncement });
  });

  it('are told of in the log when they run things in another way, and not each time [T6, S3]', async () => {
    await announce(stage);
    const before = (await runnerEvents(stage)).length;
    await announce(stage);
    await announce(stage, { sandbox: 'none' });
    await announce(stage, { sandbox: 'none' });
    const events = (await runnerEvents(stage)).slice(before);
    expect(events).toMatchObject([
      {
        type: 'runner.announced',
        subjectId: stage.ids.runner,
        actor: `runner:${stage.ids.runner}`,
        data: { name: 'runner', machine: 'laptop', sandbox: 'none', runs_commands: true },
      },
    ]);
  });

  it('say nothing that cannot be kept or shown [G7]', async () => {
    const odd: Record<string, unknown>[] = [
      { 'a\nb': 'v1' },
      { '\ud800': 'v1' },
      { write: { deep: 1 } },
      { write: 'x'.repeat(101) },
      Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`tool-${index}`, 'v1'])),
    ];
    for (const tools of odd) {
      const refusal = await refused(announce(stage, { tools: tools as Record<string, string> }));
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' });
    }
  });

  it('are seen by those of the project and by nobody else [A5]', async () => {
    const own = await stage.member.runners.list(stage.projectId);
    expect(own.runners.map(({ name }) => name)).toEqual(['runner', 'secondRunner']);
    const other = await stage.outsider.runners.list(stage.otherProjectId);
    expect(other.runners.map(({ name }) => name)).toEqual(['foreignRunner']);
    expect(await refused(stage.outsider.runners.list(stage.projectId))).toMatchObject({ status: 404 });
    expect(await refused(announce(stage, {}, stage.foreignRunner))).toMatchObject({ status: 404 });
  });
});
