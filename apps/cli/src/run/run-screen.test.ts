import { describe, expect, it } from 'vitest';
import { fakeRun, sampleRun, tellingOf } from '../../test/fake-run.ts';
import { fakeTerminal } from '../../test/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

const ended = { status: 'completed', answer: 'It is tidy.', ended_at: '2026-11-15T12:00:09.000Z' } as const;

describe('countersign run, on a screen', () => {
  it('writes what the model says as it comes, and the answer only once', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const tell = tellingOf(run);
    const terminal = fakeTerminal({ env: server.env, isInteractive: true });
    const done = runCli(['run', 'x'], terminal);
    const text = 'It is \u{1f9f9}\u001b[2J.';
    // The last of it comes with the whole.
    await server.send(tell.delta(0, text.slice(0, 7)), tell.delta(7, text.slice(7, 10)));
    server.become({ ...ended, answer: text });
    await server.send(tell.turn(1, 'answered', { text }), tell.status('completed'));
    expect(await done).toBe(0);
    expect(terminal.out).toBe('It is \u{1f9f9}⟦U+001B⟧[2J.\n');
  });

  it('begins anew where a turn is tried again', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const tell = tellingOf(run);
    const terminal = fakeTerminal({ env: server.env, isInteractive: true });
    const done = runCli(['run', 'x'], terminal);
    server.become(ended);
    await server.send(tell.delta(0, 'It is'), tell.turn(1, 'failed', { error: 'overloaded' }));
    await server.send(tell.delta(0, 'It is tidy.'), tell.status('completed'));
    expect(await done).toBe(0);
    expect(terminal.out).toBe('It is\nIt is tidy.\n');
    expect(terminal.err).toContain('! turn 1 failed: overloaded');
  });

  it('never writes over a line that the model has not finished', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const tell = tellingOf(run);
    const terminal = fakeTerminal({ env: server.env, isInteractive: true, showsProgress: true });
    const written: string[] = [];
    const told = {
      ...terminal,
      write: (text: string) => void written.push(text),
      warn: (text: string) => void written.push(text),
    };
    const done = runCli(['run', 'x'], told);
    server.become({ ...ended, answer: 'It is tidy.' });
    await server.send(tell.turn(1, 'started'), tell.delta(0, 'It is'), tell.status('running'), tell.delta(5, ' ti'));
    await server.send(tell.turn(1, 'answered', { text: 'It is tidy.' }), tell.status('completed'));
    expect(await done).toBe(0);
    const text = written.slice(written.indexOf('It is'));
    expect(text.slice(0, 4)).toEqual(['It is', ' ti', 'dy.', '\n']);
    expect(written.filter((each) => each.includes('tidy'))).toEqual([]);
  });

  it('says below it what goes on, and takes that away again', async () => {
    const run = sampleRun();
    const server = await fakeRun(run);
    const terminal = fakeTerminal({ env: server.env, showsProgress: true, screen: () => ({ columns: 20, rows: 5 }) });
    const done = runCli(['run', 'x'], terminal);
    await server.send(tellingOf(run).turn(1, 'started'));
    server.become(ended);
    await server.send(tellingOf(run).status('completed'));
    await done;
    expect(terminal.err).toContain(' turn 1: the mode…');
    const afterLast = terminal.err.slice(terminal.err.lastIndexOf('\u001b[2K'));
    expect(afterLast.startsWith('\u001b[2Kcompleted\n')).toBe(true);
  });
});
