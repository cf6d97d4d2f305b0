import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databases } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { openPizzeria, pizzeriaOpenApi, pizzeriaTools } from './harness/pizzeria.ts';
import { type Ended, runCommand } from './harness/run-command.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const [sqlite] = databases;

describe('the command and services', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
    writeFileSync(join(folder, 'openapi.yaml'), pizzeriaOpenApi);
    writeFileSync(join(folder, 'changed.yaml'), pizzeriaOpenApi.replace('What there is to eat.', 'Everything to eat.'));
    writeFileSync(join(folder, 'tools.yaml'), pizzeriaTools);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const by =
    (stage: Stage, castId: 'owner' | 'agent' | 'member') =>
    (line: readonly string[], stdin = ''): Promise<Ended> =>
      runCommand(line, { url: stage.url, token: stage.cast[castId], cwd: folder, stdin });
  const add = (address: string) =>
    ['sources', 'add', 'pizzeria', '--openapi', 'openapi.yaml', '--base-url', address, '--allow-private'] as const;

  it('shows what a service offers before it saves just that [U1]', async () => {
    const stage = await ownStage(sqlite!);
    const { address } = await openPizzeria();
    const owner = by(stage, 'owner');
    const unsure = await owner(add(address));
    expect([unsure.code, unsure.err]).toEqual([64, expect.stringContaining('--yes to save what is found')]);

    const look = await owner([...add(address), '--dry-run']);
    expect(look).toMatchObject({ code: 0, err: '' });
    expect(look.out).toMatch(/^RISK +METHOD +TOOL +PATH\n[\s\S]*\nLOW +GET +pizzeria__list_menu +\/menu\n/);
    expect(look.out).toMatch(/HIGH +DELETE +pizzeria__cancel_order/);
    expect(look.out).toMatch(/\n\d+ tools: \d+ LOW, \d+ MEDIUM, \d+ HIGH\.\n$/);
    expect((await owner(['sources', 'list'])).out).toContain('No sources.');

    const saved = await owner([...add(address), '--yes', '--risk', '*__create_order=HIGH', '--refresh', '1h']);
    expect(saved.code).toBe(0);
    expect(saved.out).toMatch(/HIGH +POST +pizzeria__create_order[\s\S]*saved: pizzeria with \d+ tools\.\n$/);
    const listed = JSON.parse((await owner(['sources', 'list', '--json'])).out) as { sources: object[] };
    expect(listed.sources).toMatchObject([
      { name: 'pizzeria', kind: 'openapi', settings: { refresh_seconds: 3600, base_url: address } },
    ]);
    const again = await owner([...add(address), '--yes']);
    expect([again.code, again.out]).toEqual([1, '']);
  });

  it('shows what changed as a diff, and takes it over when told to [U1]', async () => {
    const stage = await ownStage(sqlite!);
    const { address } = await openPizzeria();
    const owner = by(stage, 'owner');
    await owner([...add(address), '--yes']);
    expect((await owner(['sources', 'refresh', 'pizzeria', '--dry-run'])).out).toMatch(/^Nothing changed: \d+ tools/);
    const refresh = ['sources', 'refresh', 'pizzeria', '--document', 'changed.yaml'];
    const changed = await owner([...refresh, '--dry-run']);
    expect(changed.out).toMatch(/^changed pizzeria__list_menu\n/);
    expect(changed.out).toMatch(/\n {2}-.*What there is to eat\.[\s\S]*\n {2}\+.*Everything to eat\./);
    expect(changed.out).toMatch(/1 change: 1 changed\.\n$/);
    expect((await owner([...refresh, '--yes'])).out).toMatch(/saved: pizzeria is as it was shown\.\n$/);
    expect((await owner(['tools', 'show', 'pizzeria__list_menu'])).out).toContain('Everything to eat.');
    expect((await owner(['sources', 'show', 'pizzeria'])).out).toMatch(/breaker +closed/);
    expect((await owner(['sources', 'remove', 'pizzeria', '--yes'])).out).toMatch(/^Removed: pizzeria with \d+ tools/);
    expect((await owner(['tools', 'list', '--source', 'pizzeria'])).out).toBe('No tools.\n');
  });

  it('calls tools as an agent, and says who has to be asked [U9, U8]', async () => {
    const stage = await ownStage(sqlite!);
    const { address, pizzeria } = await openPizzeria();
    const [owner, agent] = [by(stage, 'owner'), by(stage, 'agent')];
    await owner([...add(address), '--yes']);
    const menu = await agent(['tools', 'call', 'pizzeria__list_menu', 'category=dessert']);
    expect(menu).toMatchObject({ code: 0, err: expect.stringContaining('the service answered 200') });
    expect(JSON.parse(menu.out)).toMatchObject({ dishes: [{ item_id: 'tiramisu' }] });
    const none = await agent(['tools', 'call', 'pizzeria__get_dish', 'item_id=none']);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('the service answered 404') });
    const wrong = await agent(['tools', 'call', 'pizzeria__list_menu', 'category=metal']);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain('validation_error');
    const notAnAgent = await owner(['tools', 'call', 'pizzeria__list_menu']);
    expect([notAnAgent.code, notAnAgent.err]).toEqual([4, expect.stringContaining('token create --kind agent')]);

    const order = '{"body":{"pizza_type":"margherita","size":"large","quantity":1}}';
    const asked = await asTimeGoesOn(stage, agent(['tools', 'call', 'pizzeria__create_order', '--args', '-'], order));
    expect(asked.code).toBe(0);
    const [, approvalId] = /approvals approve (\S+)/.exec(asked.out)!;
    const shown = await owner(['approvals', 'show', approvalId!]);
    expect(shown.out).toContain(`POST ${address}/orders`);
    await owner(['approvals', 'reject', approvalId!]);
    const waiting = agent(['tools', 'call', 'pizzeria__create_order', '--args', order, '--wait']);
    const ended = await asTimeGoesOn(
      stage,
      approveAfter(stage, 10_000).then(() => waiting),
    );
    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('approvals approve') });
    expect(JSON.parse(ended.out)).toMatchObject({ pizza_type: 'margherita' });
    expect(pizzeria.orders.size).toBe(1);
  });

  /** The owner takes that long to decide on the one call that waits. */
  const approveAfter = async (stage: Stage, ms: number): Promise<void> => {
    const pending = async () => (await stage.owner.approvals.list(stage.projectId, { status: 'pending' })).approvals;
    await expect.poll(async () => (await pending()).length, { timeout: 20_000 }).toBe(1);
    const decidedAt = stage.clock.now() + ms;
    await expect.poll(() => stage.clock.now(), { timeout: 20_000 }).toBeGreaterThan(decidedAt);
    const [approval] = await pending();
    await stage.owner.approvals.approve(approval!);
  };

  it('switches tools off and on, and shows requests without sending them [U1, U4]', async () => {
    const stage = await ownStage(sqlite!);
    const { address, pizzeria } = await openPizzeria();
    const [owner, agent] = [by(stage, 'owner'), by(stage, 'agent')];
    await owner([...add(address), '--yes']);
    expect((await owner(['tools', 'disable', 'pizzeria__list_menu'])).out).toBe('pizzeria__list_menu is off.\n');
    expect((await owner(['tools', 'list'])).out).toContain('pizzeria__list_menu (off)');
    expect((await agent(['tools', 'list', '--source', 'pizzeria'])).out).not.toContain('list_menu');
    expect((await agent(['tools', 'call', 'pizzeria__list_menu'])).code).toBe(1);
    expect((await owner(['tools', 'enable', 'pizzeria__list_menu'])).out).toBe('pizzeria__list_menu is on.\n');
    const rendered = await owner(['tools', 'render', '--tool', 'pizzeria__get_dish', 'item_id=a/b c']);
    expect(rendered).toMatchObject({ code: 0, err: '' });
    expect(rendered.out).toBe(`GET ${address}/menu/a%2Fb%20c\n`);
    const refused = await owner(['tools', 'render', '--tool', 'pizzeria__get_dish', 'item_id=..']);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('nothing would be sent')]);
    expect(pizzeria.seen).toEqual([]);
  });

  it('keeps secrets out of sight, and says which are missing [U3]', async () => {
    const stage = await ownStage(sqlite!);
    const { address, pizzeria } = await openPizzeria({ key: 'open-sesame-4711' });
    const [owner, agent] = [by(stage, 'owner'), by(stage, 'agent')];
    const added = await owner([...add(address), '--yes', '--auth', 'header:X-API-Key=pizza-key']);
    expect(added.err).toContain('countersign secrets set pizza-key');
    expect((await agent(['tools', 'call', 'pizzeria__list_menu'])).err).toContain('pizza-key');
    const set = await owner(['secrets', 'set', 'pizza-key'], 'open-sesame-4711\n');
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('pizza-key is stored') });
    expect((await agent(['tools', 'call', 'pizzeria__list_menu'])).code).toBe(0);
    expect(pizzeria.seen.at(-1)!.headers['x-api-key']).toBe('open-sesame-4711');
    const outs = await Promise.all(
      [
        ['secrets', 'list'],
        ['sources', 'show', 'pizzeria', '--json'],
        ['tools', 'show', 'pizzeria__list_menu'],
      ].map((line) => owner(line)),
    );
    expect(outs.map(({ out }) => out).join('')).not.toContain('sesame');
    expect(outs[0]!.out).toMatch(/pizza-key\n$/);
    expect((await owner(['secrets', 'remove', 'pizza-key', '--yes'])).out).toBe('Removed: pizza-key.\n');
    expect((await by(stage, 'member')(['secrets', 'list'])).code).toBe(4);
  });
});
