// Mastra: a workflow step suspends, the run is resumed with the decision and the step executes. Snapshots go to the
// LibSQL file store, which sets WAL and NORMAL itself.
import { join } from 'node:path';
import { Mastra } from '@mastra/core/mastra';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';
import type { StartJob } from '../../src/job.ts';

const inputSchema = z.object({ tool: z.string(), note: z.string() });
const outputSchema = z.object({ ok: z.boolean() });

const gate = createStep({
  id: 'gate',
  inputSchema,
  outputSchema,
  suspendSchema: z.object({ tool: z.string() }),
  resumeSchema: z.object({ isApproved: z.boolean() }),
  execute: async ({ inputData, resumeData, suspend }) => {
    if (!resumeData) return suspend({ tool: inputData.tool });
    return { ok: resumeData.isApproved };
  },
});

export const startJob: StartJob = async ({ directory }) => {
  const gated = createWorkflow({ id: 'gated', inputSchema, outputSchema }).then(gate).commit();
  const storage = new LibSQLStore({ id: 'snapshots', url: `file:${join(directory, 'snapshots.db')}` });
  const mastra = new Mastra({ logger: false, workflows: { gated }, storage });
  const workflow = mastra.getWorkflow('gated');

  const approve = async () => {
    const run = await workflow.createRun();
    const asked = await run.start({ inputData: { tool: 'http.get', note: 'x'.repeat(300) } });
    if (asked.status !== 'suspended') throw new Error(`the workflow did not suspend: ${asked.status}`);
    const done = await run.resume({ step: 'gate', resumeData: { isApproved: true } });
    if (done.status !== 'success' || !done.result.ok) throw new Error(`the workflow did not execute: ${done.status}`);
  };

  await approve(); // Creates the tables.
  return { operations: { approve }, answers: { durability: () => 'LibSQL WAL NORMAL' } };
};
