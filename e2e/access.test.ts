import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { addPizzeria, openPizzeria } from './harness/pizzeria.ts';
import { refused } from './harness/refused.ts';
import { runCommand } from './harness/run-command.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const example = readFileSync(new URL('../examples/pizzeria/access.yaml', import.meta.url), 'utf8');
const forNobody = 'version: 1\ngroups: [{ id: none, include: [nothing] }]\npolicies: []\n';

/** A stage whose access file can be written while it runs. */
async function stageWith(database: Parameters<typeof ownStage>[0], text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-access-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const accessFile = join(folder, 'access.yaml');
  writeFileSync(accessFile, text);
  const stage = await ownStage(database, { config: { accessFile } });
  const place = await openPizzeria();
  await addPizzeria(stage, place);
  return { stage, place, accessFile };
}

/** Names of the tools of services that somebody is shown. */
async function toolsOf(stage: Stage, castId: 'agent' | 'owner' | 'secondAgent'): Promise<string[]> {
  const { tools } = await stage[castId].call('listTools', { query: {} });
  return tools.filter(({ source }) => source !== 'builtin').map(({ name }) => name.replace('pizzeria__', ''));
}

describeOnEachDatabase('access', (database) => {
  it('shows an agent its tools only, everywhere, and hides the others as if they were not there [U10]', async () => {
    const { stage, place } = await stageWith(database, example);
    const mine = ['create_order', 'get_dish', 'get_order', 'list_menu'];
    expect((await toolsOf(stage, 'agent')).sort()).toEqual(mine);
    const { tools } = await stage.agent.tools.available(stage.projectId);
    const available = tools.map(({ name }) => name).filter((name) => name.startsWith('pizzeria__'));
    expect(available.sort()).toEqual(mine.map((name) => `pizzeria__${name}`));
    // Built-in tools are the policy's business, and administrators see everything.
    expect(tools.some(({ name }) => name === 'read_file')).toBe(true);
    expect(await toolsOf(stage, 'owner')).toContain('get_takings');

    const args = { arguments: {} };
    expect(await refused(stage.agent.tools.execute('pizzeria__get_takings', args))).toMatchObject({
      code: 'not_found',
    });
    expect(await refused(stage.agent.call('getTool', { params: { tool_id: 'pizzeria__get_takings' } }))).toMatchObject({
      code: 'not_found',
    });
    const hidden = await stage.agent.executeTool(stage.projectId, {
      tool_name: 'pizzeria__get_takings',
      tool_params: {},
    });
    const madeUp = await stage.agent.executeTool(stage.projectId, { tool_name: 'pizzeria__nothing', tool_params: {} });
    expect(hidden.outcome?.message.replaceAll('get_takings', 'nothing')).toBe(madeUp.outcome?.message);
    expect(place.pizzeria.seen).toEqual([]);
    expect(await stage.agent.tools.execute('pizzeria__list_menu', args)).toMatchObject({ status: 'completed' });
  });

  it('changes with its file while the server runs, and is asked again when a call runs [U10]', async () => {
    const { stage, place, accessFile } = await stageWith(database, example);
    const order = { body: { pizza_type: 'margherita', size: 'small', quantity: 1 } };
    const asked = await stage.agent.tools.execute('pizzeria__create_order', { arguments: order, wait_ms: 0 });
    const { approval_id: approvalId, call_id: callId } = asked.metadata as Record<string, string>;
    writeFileSync(accessFile, forNobody);
    await expect.poll(() => toolsOf(stage, 'agent'), { timeout: 20_000 }).toEqual([]);
    const approval = await stage.owner.approvals.get(stage.projectId, approvalId!);
    await stage.owner.approvals.approve(approval);
    const call = await stage.owner.waitUntilSettled(stage.projectId, callId!);
    expect(call).toMatchObject({ status: 'failed', result: { error_code: 'tool_unavailable' } });
    expect(place.pizzeria.orders.size).toBe(0);

    writeFileSync(accessFile, 'version: 1\ngroups: [');
    await expect
      .poll(async () => (await eventsOf(stage)).map(({ type }) => type), { timeout: 20_000 })
      .toEqual(['access.changed', 'access.refused']);
    expect(await toolsOf(stage, 'agent')).toEqual([]);
    writeFileSync(accessFile, example);
    await expect.poll(() => toolsOf(stage, 'agent'), { timeout: 20_000 }).toHaveLength(4);
    const [changed, broken] = await eventsOf(stage);
    expect(changed!.data).toMatchObject({ groups: 1, policies: 0, file: accessFile });
    expect(broken!.data.problems).toEqual([expect.stringMatching(/access\.yaml:\d+:\d+: this is not valid YAML/)]);
    // The log says so too, which is as it should be.
    stage.violations.splice(0);
  });

  it('is explained for an agent and for claims, over the API and by the command [U10]', async () => {
    const { stage, accessFile } = await stageWith(database, example);
    const explain = (body: object) => stage.owner.call('explainAccess', { body });
    const boss = await explain({ claims: { realm_access: { roles: ['boss'] } }, tool_id: 'pizzeria__get_takings' });
    expect(boss).toMatchObject({
      is_governed: true,
      tools: [
        {
          tool_id: 'pizzeria__get_takings',
          is_allowed: true,
          because: 'Policy boss gives group everything, which selects it (source "pizzeria*", name "regex:.*").',
        },
      ],
    });
    const owner = { url: stage.url, token: stage.cast.owner };
    const own = await runCommand(['access', 'explain', '--agent', 'agent', '--tool', 'pizzeria__cancel_order'], owner);
    expect(own).toMatchObject({ code: 0, err: '' });
    expect(own.out).toContain('own-agents applies: iss is "countersign", which "countersign" matches.');
    expect(own.out).toContain('Group orders excludes it ("*__cancel_order").');
    expect(own.out).toMatch(/\n0 of 1 tool may be used\.\n$/);
    const nobody = await runCommand(['access', 'explain', '--claims', '{}', '--json'], owner);
    expect(JSON.parse(nobody.out)).toMatchObject({ policies: [{ applies: false }, {}, {}, {}] });
    expect((await runCommand(['access', 'check', accessFile], owner)).out).toContain('4 groups and 4 policies');
    expect(await refused(stage.member.call('explainAccess', { body: { claims: {} } }))).toMatchObject({
      code: 'forbidden',
    });
  });

  it('is everyone’s where there is no file [U10]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    expect(await toolsOf(stage, 'agent')).toHaveLength(7);
    const { is_governed, tools } = await stage.owner.call('explainAccess', { body: { claims: {} } });
    expect([is_governed, tools.every(({ is_allowed }) => is_allowed)]).toEqual([false, true]);
  });
});

async function eventsOf(stage: Stage) {
  const events = await stage.server.plane.store.listEvents({ after: 0, limit: 500, chainId: 'system' });
  return events.filter(({ type }) => type.startsWith('access.'));
}
