import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { decisionOn, projectPath, sampleApproval } from '../../test/fake-api.ts';
import { fakeRun, sampleCall, sampleRun, tellingOf } from '../../test/fake-run.ts';
import { fakeTerminal, scriptedPrompts } from '../../test/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

const ended = { status: 'completed', answer: 'It is tidy.', ended_at: '2026-11-15T12:00:09.000Z' } as const;

describe('countersign run [W1]', () => {
  it('shows calls as they happen; the answer alone goes to stdout', async () => {
    const [run, call] = [sampleRun(), sampleCall()];
    const failed = sampleCall({
      status: 'rejected',
      description: 'bash x',
      risk_level: 'HIGH',
      error: 'Use git clean.',
    });
    const server = await fakeRun(run, { calls: [call, failed] });
    const tell = tellingOf(run);
    const tool_calls = [call, failed].map(({ tool_id, tool_name }) => ({ tool_id, tool_name }));
    const terminal = fakeTerminal({ env: server.env });
    const done = runCli(['run', 'Tidy', 'up', '--max-turns', '9', '--max-minutes', '2', '--title', 'T'], terminal);
    await server.send(
      tell.status('running'),
      tell.turn(1, 'started'),
      tell.turn(1, 'answered', { text: 'I write a file.', tool_calls }),
      tell.settled(call),
      tell.settled(failed),
      tell.settled(call),
      tell.notice('The model is busy; trying again in 2 s.'),
      tell.said('Grace', 'Leave the tests alone'),
    );
    // Of another run in the same session, and of calls that are not its own.
    await server.send(tellingOf({ ...run, run_id: newId<typeof run.run_id>() }).notice('not mine'));
    server.become(ended);
    await server.send(tell.turn(2, 'answered', { text: 'It is tidy.' }), tell.status('completed'));
    expect(await done).toBe(0);
    expect(terminal.out).toBe('It is tidy.\n');
    expect(terminal.err).toContain('  | I write a file.\n');
    expect(terminal.err.match(/\+ MEDIUM {2}write a\.txt {2}12 ms/g)).toHaveLength(1);
    expect(terminal.err).toContain('- HIGH    bash x  12 ms  rejected: Use git clean.');
    expect(terminal.err).toContain('! The model is busy');
    expect(terminal.err).toContain('Grace: Leave the tests alone');
    expect(terminal.err).not.toContain('not mine');
    expect(terminal.err).toContain('2 turns, 1 tool call, 1,234 tokens, 12 s of work');
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      text: 'Tidy up',
      title: 'T',
      control: { max_turns: 9, max_wall_time_seconds: 120 },
    });
  });

  it.each([
    ['failed', 6],
    ['stopped', 7],
    ['cancelled', 8],
  ] as const)('ends otherwise where the run %s', async (status, code) => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const terminal = fakeTerminal({ env: server.env });
    const done = runCli(['run', 'x'], terminal);
    server.become({ status, end_reason: 'It took \u001b[31mtoo many turns.' });
    await server.send(tellingOf(run).status(status));
    expect(await done).toBe(code);
    expect(terminal.out).toBe('');
    expect(terminal.err).toContain(`${status}: It took ⟦U+001B⟧[31mtoo many turns.`);
  });

  it('prints one line of JSON for each message, then the run', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const terminal = fakeTerminal({ env: server.env });
    const done = runCli(['run', 'x', '--json'], terminal);
    server.become(ended);
    await server.send(tellingOf(run).delta(0, 'It'), tellingOf(run).status('completed'));
    expect(await done).toBe(0);
    const lines = terminal.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event?: string; run?: { answer: string } });
    expect(lines.map(({ event }) => event)).toEqual(['run.delta', 'run.status', undefined]);
    expect(lines[2]?.run?.answer).toBe('It is tidy.');
  });

  it('comes back after the server was away, also where the run ended meanwhile', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const terminal = fakeTerminal({ env: server.env });
    const done = runCli(['run', 'x'], terminal);
    await server.send(tellingOf(run).status('running'));
    server.become(ended);
    await server.cut();
    expect(await done).toBe(0);
    expect(terminal.out).toBe('It is tidy.\n');
    expect(terminal.err).toContain('the connection is lost');
  });

  it('only gives the task with --no-wait', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const terminal = fakeTerminal({
      env: server.env,
      stdin: async function* () {
        yield Buffer.from('From stdin\n');
      },
    });
    expect(await runCli(['run', '--no-wait', '-'], terminal)).toBe(0);
    expect(terminal.out).toContain(`countersign runs show ${run.run_id}`);
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'From stdin' });
  });

  it('refuses an empty task and numbers that make no sense before anything is sent', async () => {
    const server = await fakeRun(sampleRun());
    for (const line of [
      ['run', ' '],
      ['run', 'x', '--max-turns', '0'],
      ['run', 'x', '--max-tokens', 'many'],
    ])
      expect(await runCli(line, fakeTerminal({ env: server.env }))).toBe(64);
    expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('countersign run, where a person is asked', () => {
  const asking = async () => {
    const [run, call] = [sampleRun(), sampleCall()];
    const approval = sampleApproval({ tool_id: call.tool_id });
    const path = `${projectPath}/approvals/${approval.approval_id}`;
    const server = await fakeRun(run, {
      calls: [call],
      routes: { [`GET ${path}`]: () => approval, [`POST ${path}/approve`]: () => decisionOn(approval, 'approve') },
    });
    const tell = tellingOf(run);
    const begin = () =>
      server.send(
        tell.turn(1, 'answered', { tool_calls: [{ tool_id: call.tool_id, tool_name: 'write' }] }),
        tell.requested(approval),
      );
    const end = async () => {
      server.become(ended);
      await server.send(tell.resolved(approval, 'Ada'), tell.settled(call), tell.status('completed'));
    };
    return { server, run, approval, begin, end };
  };
  const decisions = (asked: readonly { method: string; path: string }[]) =>
    asked.filter(({ method, path }) => method === 'POST' && path.includes('/approvals/'));

  it('asks at the prompt, with leaving it first, and goes on', async () => {
    const { server, begin, end, approval } = await asking();
    const labels: string[] = [];
    const prompts = scriptedPrompts((_, choices) => {
      labels.push(...choices.map(({ label }) => label));
      return 'Approve this call';
    });
    const terminal = fakeTerminal({ env: server.env, isInteractive: true, prompts });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      if (text.startsWith('Approved by')) void end();
    };
    const done = runCli(['run', 'x'], terminal);
    await begin();
    expect(await done).toBe(0);
    expect(labels[0]).toBe('Decide later');
    expect(terminal.out).toContain('It changes a file.');
    expect(terminal.out.trimEnd().endsWith('It is tidy.')).toBe(true);
    expect(decisions(server.asked)).toMatchObject([{ body: { digest: approval.digest } }]);
  });

  it('closes its question when somebody else decides [A7]', async () => {
    const { server, begin, end } = await asking();
    const prompts = scriptedPrompts(() => void end());
    const terminal = fakeTerminal({ env: server.env, isInteractive: true, prompts });
    const done = runCli(['run', 'x'], terminal);
    await begin();
    expect(await done).toBe(0);
    expect(terminal.out).toContain('approved by Ada');
    expect(decisions(server.asked)).toEqual([]);
  });

  it('never approves by itself: where nobody sits there it says where to decide, and waits', async () => {
    const { server, begin, end, approval } = await asking();
    const terminal = fakeTerminal({ env: server.env });
    const { warn } = terminal;
    const told = {
      ...terminal,
      warn: (text: string) => {
        warn(text);
        if (text.includes('approvals show')) void end();
      },
    };
    const done = runCli(['run', 'x'], told);
    await begin();
    expect(await done).toBe(0);
    expect(terminal.err).toContain(`countersign approvals show ${approval.approval_id}`);
    expect(decisions(server.asked)).toEqual([]);
  });

  it('asks what to do when the question is left, and can stop the run', async () => {
    const { server, begin, run } = await asking();
    const questions: string[] = [];
    const prompts = scriptedPrompts((question) => {
      questions.push(question);
      return question === 'What now?' ? 'Leave; the run goes on' : 'Ctrl+C';
    });
    const terminal = fakeTerminal({ env: server.env, isInteractive: true, prompts });
    const done = runCli(['run', 'x'], terminal);
    await begin();
    expect(await done).toBe(130);
    expect(questions).toEqual(['What do you decide?', 'What now?']);
    expect(terminal.err).toContain(`countersign runs stop ${run.run_id}`);
  });
});

describe('Ctrl+C during countersign run', () => {
  const stopRoute = (path: string, onStop: () => void) => ({
    [`POST ${path}/stop`]: () => {
      onStop();
      return sampleRun();
    },
  });

  it('leaves the run to itself where nobody can be asked, and says how to end it', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const terminal = fakeTerminal({ env: server.env });
    const { warn } = terminal;
    const told = {
      ...terminal,
      warn: (text: string) => {
        warn(text);
        if (text.startsWith('run ')) process.emit('SIGINT');
      },
    };
    expect(await runCli(['run', 'x'], told)).toBe(130);
    expect(terminal.err).toContain(`The run goes on. See it with \`countersign runs show ${run.run_id}\``);
    expect(process.listenerCount('SIGINT')).toBe(0);
  });

  it.each([
    ['with --stop-on-interrupt', ['--stop-on-interrupt'], false],
    ['when a person says so', [], true],
  ] as const)('ends the run %s, and sees it end', async (_, flags, isInteractive) => {
    const run = sampleRun();
    const server = await fakeRun(run, {
      routes: stopRoute(`${projectPath}/runs/${run.run_id}`, () => {
        server.become({ status: 'cancelled', end_reason: 'Stopped at the terminal.' });
        void server.send(tellingOf(run).status('cancelled'));
      }),
    });
    const prompts = scriptedPrompts(() => 'Stop the run');
    const terminal = fakeTerminal({ env: server.env, isInteractive, prompts });
    const { warn } = terminal;
    const told = {
      ...terminal,
      warn: (text: string) => {
        warn(text);
        if (text.startsWith('run ')) process.emit('SIGINT');
      },
    };
    expect(await runCli(['run', 'x', ...flags], told)).toBe(8);
    expect(terminal.err).toContain('cancelled: Stopped at the terminal.');
  });
});
