import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeOnEachDatabase } from '@countersign/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownStage, type Stage } from './harness/stage.ts';

const { resolve } = createRequire(import.meta.url);
const reference = (name: string): string => resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
const ours = fileURLToPath(new URL('./mcp-upstream/stdio-server.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-mcp-gate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function approved(stage: Stage, tool: string, args: Record<string, unknown>) {
  const asked = await stage.agent.tools.execute(tool, { arguments: args, wait_ms: 0 });
  const { approval_id: approvalId, call_id: callId } = asked.metadata as Record<string, string>;
  await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approvalId!));
  return callId!;
}

describeOnEachDatabase('MCP servers behind the gate', (database) => {
  it('filesystem: what writes is asked about and done once, what the administrator calls harmless is not [U1, G5]', async () => {
    const stage = await ownStage(database);
    const command = [process.execPath, reference('filesystem'), folder];
    const { tools } = await stage.owner.sources.create({
      name: 'files',
      kind: 'mcp',
      command,
      risks: { 'list_*': 'LOW' },
    });
    expect(tools.map(({ tool_id: id }) => id)).toContain('files__write_file');
    const path = join(folder, 'note.txt');
    const asked = await stage.agent.tools.execute('files__write_file', {
      arguments: { path, content: 'hello' },
      wait_ms: 0,
    });
    expect(asked).toMatchObject({ status: 'pending', metadata: { risk_level: 'HIGH' } });
    expect(existsSync(path)).toBe(false);
    const callId = await approved(stage, 'files__write_file', { path, content: 'hello' });
    expect(await stage.agent.waitUntilSettled(stage.projectId, callId)).toMatchObject({ status: 'completed' });
    expect(readFileSync(path, 'utf8')).toBe('hello');
    const listed = await stage.agent.tools.execute('files__list_directory', { arguments: { path: folder } });
    expect(listed).toMatchObject({ status: 'completed', metadata: { risk_level: 'LOW', approval_id: null } });
    expect(JSON.stringify(listed.result)).toContain('note.txt');
    const outside = await stage.agent.tools.execute('files__list_directory', { arguments: { path: '/etc' } });
    expect(outside).toMatchObject({ status: 'failed' });
  });

  it('everything and memory: calls, their own errors, and arguments that nobody described [U1, U2]', async () => {
    const stage = await ownStage(database);
    const risks = { '*': 'LOW' } as const;
    await stage.owner.sources.create({
      name: 'every',
      kind: 'mcp',
      command: [process.execPath, reference('everything')],
      risks,
    });
    await stage.owner.sources.create({
      name: 'memory',
      kind: 'mcp',
      command: [process.execPath, reference('memory')],
      environment: { MEMORY_FILE_PATH: join(folder, 'memory.json') },
      risks,
    });
    const echo = await stage.agent.tools.execute('every__echo', { arguments: { message: 'hi' } });
    expect(JSON.stringify(echo)).toContain('Echo: hi');
    await expect(
      stage.agent.tools.execute('every__echo', { arguments: { message: 'hi', other: 1 } }),
    ).rejects.toThrow();
    const ada = { entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] };
    await stage.agent.tools.execute('memory__create_entities', { arguments: ada });
    const graph = await stage.agent.tools.execute('memory__read_graph', { arguments: {} });
    expect(JSON.stringify(graph.result)).toContain('Ada');
  });

  it('a call that is cancelled reaches the server, and one that it crashed in is not known to have run [U1, U8]', async () => {
    const stage = await ownStage(database);
    const told = join(folder, 'told');
    const heard = (): string => (existsSync(told) ? readFileSync(told, 'utf8') : '');
    await stage.owner.sources.create({
      name: 'ours',
      kind: 'mcp',
      command: [process.execPath, ours],
      environment: { TELL_TO: told },
    });
    const waiting = await approved(stage, 'ours__wait', {});
    await expect.poll(heard, { timeout: 20_000 }).toContain('waiting');
    await stage.agent.toolCalls.cancel(stage.projectId, waiting);
    await expect.poll(heard, { timeout: 20_000 }).toContain('cancelled');
    const crashing = await approved(stage, 'ours__crash', {});
    const call = await stage.agent.waitUntilSettled(stage.projectId, crashing);
    expect(JSON.stringify(call)).toContain('may_have_run');
    const back = await approved(stage, 'ours__echo', { text: 'back' });
    expect(await stage.agent.waitUntilSettled(stage.projectId, back)).toMatchObject({ status: 'completed' });
  });
});
