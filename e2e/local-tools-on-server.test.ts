import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOnDisk } from '@countersign/local-tools';
import { databases, hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchEvents } from './harness/recorder.ts';
import { type Stage, useStage } from './harness/stage.ts';

const sqlite = databases.find(({ name }) => name === 'sqlite')!;

describe('local tools that the server runs itself', () => {
  let root: string;
  const config = { localTools: 'server', toolAllowedRoots: [] as string[] } as const;
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'countersign-root-')));
    config.toolAllowedRoots.push(root);
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  const stage = useStage(sqlite, { config, parts: { files: filesOnDisk } });

  /** Asks, approves where somebody is asked, and waits. */
  async function run(on: Stage, tool_name: string, tool_params: object) {
    const call = await on.agent.executeTool(on.projectId, { tool_name, tool_params: { ...tool_params } });
    if (call.approval_id !== null) {
      await on.owner.approvals.approve(await on.owner.approvals.get(on.projectId, call.approval_id));
    }
    return on.agent.waitUntilSettled(on.projectId, call.tool_id);
  }

  it('pass the same gate and work under the configured roots [T9]', async () => {
    const written = await run(stage, 'write_file', { path: 'a.txt', content: 'hello' });
    expect(written).toMatchObject({ status: 'completed', result: { ok: true }, runner_id: null });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('hello');
    const read = await run(stage, 'read_file', { path: 'a.txt' });
    expect(read).toMatchObject({ status: 'completed', approval_id: null, result: { ok: true } });
    expect(JSON.stringify(read.result)).toContain('hello');
    const outside = await run(stage, 'read_file', { path: '/etc/passwd' });
    expect(outside).toMatchObject({ status: 'rejected', error_type: 'policy' });
  });

  it('say of which class a failure is [T8, T9]', async () => {
    expect(await run(stage, 'read_file', { path: 'none.txt' })).toMatchObject({
      status: 'failed',
      error_type: 'tool_exec',
    });
  });

  it('show what they would change, and refuse where it is another by then [T9, L7]', async () => {
    await writeFile(join(root, 'note.txt'), 'before\n');
    const params = { tool_name: 'write_file', tool_params: { path: 'note.txt', content: 'after\n' } };
    const call = await stage.agent.executeTool(stage.projectId, params);
    const approval = await stage.owner.approvals.get(stage.projectId, call.approval_id!);
    expect(JSON.stringify(approval.display.sections)).toContain('before');
    await writeFile(join(root, 'note.txt'), 'somebody else was here\n');
    await stage.owner.approvals.approve(approval);
    const settled = await stage.agent.waitUntilSettled(stage.projectId, call.tool_id);
    expect(settled.status).toBe('failed');
    expect(await readFile(join(root, 'note.txt'), 'utf8')).toBe('somebody else was here\n');
  });

  it.skipIf(!hasSandbox)('run commands in a sandbox and tell what they print [T6, T7, T9]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId);
    await writeFile(join(root, 'say.sh'), '#!/bin/sh\necho "it says $1"\ntouch made\ntouch /etc/made 2>&1\n');
    await chmod(join(root, 'say.sh'), 0o755);
    const settled = await run(stage, 'execute_command', { command: './say.sh', args: ['hello'] });
    expect(settled).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(settled.result)).toContain('it says hello');
    expect([existsSync(join(root, 'made')), existsSync('/etc/made')]).toEqual([true, false]);
    expect(await stream.next('tool.output', settled.tool_id)).toMatchObject({ stream: 'stdout' });
    stream.stop();
  });

  it('are offered to no runner [T9, P2]', async () => {
    const { tools } = await stage.owner.tools.available(stage.projectId);
    expect(new Set(tools.map(({ target }) => target))).toEqual(new Set(['server']));
  });
});
