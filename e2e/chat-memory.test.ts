import { describeOnEachDatabase } from '@countersign/testing';
import { afterAll, expect, it } from 'vitest';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { chatTools } from './harness/chat-tools.ts';
import { everyByte } from './harness/every-byte.ts';
import { openModelServer } from './harness/model-server.ts';
import { watchEvents } from './harness/recorder.ts';
import { ended, scriptedModels } from './harness/scripted-models.ts';
import { ownStage } from './harness/stage.ts';

const secret = 'hunter2-hunter2-hunter2';
const leak = `DB_PASSWORD=${secret}`;

describeOnEachDatabase('what was said', (database) => {
  const { models } = scriptedModels(afterAll, {
    leaking: {
      answers: [
        {
          text: `I use ${leak} here.`,
          tool_calls: [{ name: 'lookup', arguments: { what: leak } }],
          pieces: 5,
          delay_ms: 200,
        },
        { text: 'May I?', tool_calls: [{ name: 'publish', arguments: { what: leak } }] },
        { text: `It said {{last_result}}, and ${leak} is right.`, pieces: 9, delay_ms: 200 },
      ],
    },
  });
  const { executed, policyFile, parts } = chatTools(afterAll);

  it('reaches the next run of the session, and no other [W1]', async () => {
    const { requests, models: served } = await openModelServer(['Noted: green.', 'You said green.', 'I do not know.']);
    const stage = await ownStage(database, { config: { models: served } });
    const say = async (text: string, session_id?: string) => {
      const body = { text, ...(session_id === undefined ? {} : { session_id }) };
      return ended(stage, (await stage.owner.chat.postMessage(stage.projectId, body)).run);
    };
    const first = await say('My colour is green.');
    expect(first).toMatchObject({ status: 'completed', answer: 'Noted: green.' });
    expect(await say('What is my colour?', first.session_id)).toMatchObject({ answer: 'You said green.' });
    await say('And what is my colour here?');
    const shown = requests.map(({ messages }) => messages.filter(({ role }) => role !== 'system'));
    expect(shown.map((messages) => messages.map(({ role }) => role))).toEqual([
      ['user'],
      ['user', 'assistant', 'user'],
      ['user'],
    ]);
    expect(JSON.stringify(shown[1])).toContain('My colour is green.');
    expect(JSON.stringify(shown[1])).toContain('Noted: green.');
    expect(JSON.stringify(shown[2])).not.toContain('green');
  });

  it('is shown without secrets wherever it is shown, and kept without them [G8, W1, S2]', async () => {
    const stage = await ownStage(database, { config: { models, policyFile }, parts });
    const { owner, projectId } = stage;
    executed.length = 0;
    const events = await watchEvents(owner, projectId);
    const posted = await owner.chat.postMessage(projectId, { text: `Use ${leak}.`, title: `With ${leak}` });
    const runId = posted.run.run_id;
    const asked = events.next('tool.approval_request', posted.run.session_id);
    const { approval_id } = await asTimeGoesOn(stage, asked);
    await owner.chat.postMessage(projectId, { text: `Really ${leak}!`, run_id: runId });
    const approval = await owner.approvals.get(projectId, approval_id);
    await owner.approvals.approve(approval);
    const run = await asTimeGoesOn(stage, ended(stage, posted.run));
    expect(run.status).toBe('completed');
    await events.next('run.status', runId, ({ status }) => status === 'completed');
    expect(events.seen.some(({ event }) => event === 'run.delta')).toBe(true);
    // The tools got what was meant.
    expect(executed.map(({ args }) => args.what)).toEqual([leak, leak]);
    const shown = {
      posted,
      approval,
      run,
      stream: events.seen,
      messages: await owner.chat.listMessages(projectId),
      runs: await owner.runs.list(projectId),
      transcript: await owner.runs.transcript(projectId, runId),
      log: await owner.eventLog.list(projectId, { limit: 200 }),
      tree: await owner.eventLog.tree(projectId),
      calls: await owner.toolCalls.list(projectId),
      sessions: await owner.sessions.list(projectId),
    };
    for (const [where, what] of Object.entries(shown)) expect(JSON.stringify(what), where).not.toContain(secret);
    expect(JSON.stringify(shown.transcript)).toContain('DB_PASSWORD=');
    for (const [where, bytes] of await everyByte(stage.databaseUrl)) expect(bytes.includes(secret), where).toBe(false);
  });
});
