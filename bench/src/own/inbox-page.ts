/**
 * Goal 16: the product's own server, SQLite FULL, in this process, and its page in Chromium. Both clocks are that of the machine:
 * the commit is timed where the store tells of it, the row where the browser has painted it.
 */
import { spawnSync } from 'node:child_process';
import { createClient } from '@countersign/client';
import { newId, type ToolCallId } from '@countersign/contract';
import { submitCall } from '@countersign/control-plane';
import { chromium, type Page } from 'playwright-core';
import type { StartJob } from '../job.ts';
import { percentile } from '../statistics.ts';
import { composeServer, SQLITE_DURABILITY } from './compose-server.ts';
import { createWorkspace } from './create-workspace.ts';
import { fillCalls } from './fill-calls.ts';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';
import { watchRows } from './watch-rows.ts';

const SHOWN_MS_MAX = 60_000;

export const startJob: StartJob = async ({ directory, progress }) => {
  const executablePath = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).stdout.trim();
  if (executablePath === '') throw new Error('chromium is not installed');
  const server = await composeServer({ directory, tools: 1, isPatient: true });
  const { plane } = server;
  const { project, user, createAgent } = await createWorkspace(plane);
  const { principal: agent } = await createAgent('bench');
  const address = await server.listen();
  const client = createClient({ url: address, token: user.secret });

  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(SHOWN_MS_MAX);
  await page.addInitScript(watchRows);
  await page.goto((await client.call('createLink', {})).link);
  await page.getByText('Live', { exact: true }).waitFor();

  const committedAt = new Map<string, number>();
  plane.store.subscribe((events) => {
    const now = performance.timeOrigin + performance.now();
    for (const { type, subjectId } of events) if (type === 'approval.requested') committedAt.set(subjectId, now);
  });
  const ask = async () => {
    const callId = newId<ToolCallId>(plane.clock.now());
    const request = { callId, toolName: TOOL_NAME, params: TOOL_PARAMS };
    const call = await submitCall(plane, agent, { ...request, sessionId: null, note: null, idempotencyKey: null });
    if (call.state.status !== 'awaiting_approval') throw new Error(`nobody was asked: ${call.state.status}`);
    return { callId, approvalId: call.state.approvalId };
  };
  let frameMs: readonly number[] = [];

  return {
    answers: {
      durability: () => SQLITE_DURABILITY,
      async arrivalMs() {
        const { callId, approvalId } = await ask();
        const paintedAt = await page.evaluate((id) => window.rows.paintedAt(id), approvalId);
        await client.call('rejectApproval', {
          params: { project_id: project.id, approval_id: approvalId },
          body: {},
        });
        await page.evaluate((id) => window.rows.isGone(id), approvalId);
        return paintedAt - committedAt.get(callId)!;
      },
      async addPending(count) {
        const { callId } = await ask();
        await fillCalls({ store: plane.store, projectId: project.id, callId, count, progress });
        return count;
      },
      async firstRowsMs() {
        await page.goto(address);
        return page.evaluate(() => window.rows.firstPaintedAfterMs());
      },
      async scroll() {
        const { approvals } = await client.approvals.list(project.id, { status: 'pending', limit: 1 });
        if (approvals.length === 0) throw new Error('nothing waits to be scrolled through');
        frameMs = await scrollThrough(page);
        return frameMs.length;
      },
      frameP95Us: () => percentile(frameMs, 0.95) * 1000,
      framesLongerThan: (ms) => frameMs.filter((each) => each > ms).length,
    },
    async stop() {
      await browser.close();
      await client.close();
      await server.close();
    },
  };
};

/** As fast as someone who drags the bar: some screens in each frame, to the end, once everything has been loaded. */
async function scrollThrough(page: Page): Promise<readonly number[]> {
  await page.waitForFunction(() => /^\(\d{5,}\)/.test(document.title));
  return page.getByRole('region', { name: 'Approvals' }).evaluate(async (list) => {
    const pixelsEach = 2_000;
    const frames: number[] = [];
    let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    while (list.scrollTop + list.clientHeight < list.scrollHeight - 1) {
      list.scrollTop += pixelsEach;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames.push(now - before);
      before = now;
    }
    return frames;
  });
}
