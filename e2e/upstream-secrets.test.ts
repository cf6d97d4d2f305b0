import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { everyByte } from './harness/every-byte.ts';
import { addPizzeria, openPizzeria } from './harness/pizzeria.ts';
import { refused } from './harness/refused.ts';
import { openService, toolsFile } from './harness/service.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const newSecret = () => `s3cr3t ${randomBytes(9).toString('base64url')}`;

/** Everything the server keeps or said: the database, the data folder, and what it logged. */
async function kept(stage: Stage, logged: readonly string[]): Promise<Map<string, Buffer>> {
  const all = await everyByte(stage.databaseUrl);
  for (const path of filesBelow(stage.dataDir)) all.set(`file ${path}`, readFileSync(path));
  return all.set('log', Buffer.from(logged.join('\n')));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function placesOf(secret: string, all: Map<string, Buffer>): string[] {
  const forms = [
    secret,
    Buffer.from(secret).toString('base64'),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
  ];
  return [...all].filter(([, bytes]) => forms.some((form) => bytes.includes(form))).map(([place]) => place);
}

describeOnEachDatabase('secrets of sources', (database) => {
  it('reach the service and nobody else: not the database, the log, an event or an answer [U3, G8]', async () => {
    const logged: string[] = [];
    const stage = await ownStage(database, {
      parts: { logTo: { write: (line: string) => void logged.push(line) } },
      config: { logLevel: 'debug' },
    });
    mkdirSync(stage.dataDir, { recursive: true });
    const [key, replaced] = [newSecret(), newSecret()];
    const first = await stage.owner.secrets.put('pizzeria-key', replaced);
    stage.clock.advance(1_000);
    const second = await stage.owner.secrets.put('pizzeria-key', key);
    expect(second).toEqual({ name: 'pizzeria-key', created_at: first.created_at, updated_at: expect.any(String) });
    expect(second.updated_at).not.toBe(first.updated_at);
    expect(await stage.owner.secrets.list()).toEqual({ secrets: [second] });

    const place = await openPizzeria({ key });
    await addPizzeria(stage, place, {
      auth: { mode: 'api_key', in: 'header', name: 'X-API-Key', secret: 'pizzeria-key' },
    });
    const result = await stage.agent.tools.execute('pizzeria__list_menu');
    expect(result).toMatchObject({ status: 'completed', upstream_status: 200 });
    expect(place.pizzeria.seen[0]!.headers['x-api-key']).toBe(key);

    const events = await stage.server.plane.store.listEvents({ after: 0, limit: 1_000 });
    expect(events.filter(({ type }) => type === 'secret.stored')).toMatchObject([
      { subjectId: 'pizzeria-key', actor: `user:${stage.ids.owner}`, data: { is_new: true } },
      { data: { is_new: false } },
    ]);
    const all = await kept(stage, logged);
    for (const secret of [key, replaced]) expect(placesOf(secret, all)).toEqual([]);
    // The search itself finds what is there.
    expect(placesOf('pizzeria-key', all)).not.toEqual([]);
  });

  it('that a service sends back are masked in its answer [G8, U8]', async () => {
    const stage = await ownStage(database);
    const key = newSecret();
    await stage.owner.secrets.put('echo-key', key);
    const service = await openService(({ headers }) => ({
      body: { said: headers['x-key'], twice: [`<${String(headers['x-key'])}>`] },
      headers: { 'x-request-id': String(headers['x-key']) },
    }));
    await stage.owner.sources.create({
      name: 'echo',
      kind: 'http',
      document: toolsFile(service.address, [{ name: 'say', method: 'GET', url: '/' }]),
      destinations: { allow_private: true },
      auth: { mode: 'api_key', in: 'header', name: 'X-Key', secret: 'echo-key' },
    });
    const result = await stage.agent.tools.execute('echo__say');
    expect(service.seen[0]!.headers['x-key']).toBe(key);
    expect(JSON.stringify(result)).not.toContain(key);
    expect(result.result).toEqual({ said: '***REDACTED***', twice: ['<***REDACTED***>'] });
    expect(placesOf(key, await kept(stage, []))).toEqual([]);
  });

  it('that are missing are named, with what to do [U3]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place, { auth: { mode: 'http_basic', username: 'olga', secret: 'nowhere' } });
    const call = () => stage.agent.tools.execute('pizzeria__list_menu');
    expect(await refused(call())).toMatchObject({
      message: expect.stringContaining('countersign secrets set nowhere'),
    });
    expect(place.pizzeria.seen).toEqual([]);
    await stage.owner.secrets.put('nowhere', newSecret());
    expect(await call()).toMatchObject({ status: 'completed' });
    expect(await stage.owner.secrets.remove('nowhere')).toMatchObject({ name: 'nowhere' });
    expect(await refused(call())).toMatchObject({ message: expect.stringContaining('nowhere') });
    expect(await refused(stage.owner.secrets.remove('nowhere'))).toMatchObject({ status: 404 });
  });

  it('that stand in settings or in a tool are refused or left out, and not sent masked [G8, U1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    const token = `ghp_${randomBytes(18).toString('hex')}`;
    const inSettings = addPizzeria(stage, place, { headers: { Authorization: `Bearer ${token}` } });
    expect(await refused(inSettings)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: expect.stringContaining('secrets set'),
    });
    const tools = [
      { name: 'leaky', method: 'GET', url: '/menu', headers: { Authorization: `Bearer ${token}` } },
      { name: 'fine', method: 'GET', url: '/menu' },
    ];
    const imported = await stage.owner.sources.create({
      name: 'leaky',
      kind: 'http',
      document: toolsFile(place.address, tools),
      destinations: { allow_private: true },
    });
    expect(imported.tools.map(({ name }) => name)).toEqual(['leaky__fine']);
    expect(imported.left_out).toMatchObject([
      { operation: 'leaky', reason: expect.stringContaining('holds a secret') },
    ]);
    expect(placesOf(token, await kept(stage, []))).toEqual([]);
  });
});
