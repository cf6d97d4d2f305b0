import { CountersignError } from '@countersign/contract';
import type { RunnerEvent } from '@countersign/runner';
import { describe, expect, it } from 'vitest';
import { nowMs } from '../../test/fake-terminal.ts';
import { renderRunnerEvent, runnerEventDocument } from './runner-lines.ts';
import { type RunnerReady, renderRunnerScreen } from './runner-screen.ts';
import { styleFor } from './style.ts';

const style = styleFor(false);
const call = { toolId: '019a', toolName: 'bash', summary: 'bash "npm test"' };
const end = { status: 'completed', error: null, exitCode: 0, durationMs: 1234 } as const;
const line = (event: RunnerEvent) => renderRunnerEvent(event, style, nowMs);

describe('the live view of a runner', () => {
  it('has one line when a call starts and one when it ends, with time, code and duration', () => {
    expect(line({ type: 'call.started', call })).toMatch(/^\d\d:\d\d:\d\d {2}> bash "npm test" {2}019a\n$/);
    expect(line({ type: 'call.finished', call, end })).toContain('+ bash "npm test"  completed (exit 0, 1.2 s)');
    expect(line({ type: 'call.finished', call, end: { ...end, exitCode: 3 } })).toContain(
      '- bash "npm test"  completed (exit 3',
    );
    const failed = { status: 'failed', error: 'No.', exitCode: null, durationMs: null } as const;
    expect(line({ type: 'call.finished', call, end: failed })).toContain('- bash "npm test"  failed: No.');
  });

  it('says loudly what it refuses, and why', () => {
    const problem = { kind: 'signature', words: 'It is not the server.' } as const;
    expect(line({ type: 'order.refused', problem, call })).toContain('REFUSED bash "npm test": It is not the server.');
    expect(line({ type: 'order.refused', problem, call: null })).toContain('REFUSED an order');
  });

  it('tells of a connection that is lost and of one that is back', () => {
    expect(line({ type: 'disconnected', error: new Error('gone'), retryInMs: 2000 })).toContain(
      '(gone); trying again in 2 s',
    );
    expect(line({ type: 'connected' })).toContain('connected');
  });

  it('shows output cut to a line and never lets it act on the terminal [A8]', () => {
    const chunk = { stream: 'stdout', offset: 0, text: `\u001b]0;owned\u0007\n${'x'.repeat(500)}\n` } as const;
    const shown = line({ type: 'call.output', call, chunk })!;
    expect(shown).toContain('⟦U+001B⟧]0;owned⟦U+0007⟧');
    expect(Math.max(...shown.split('\n').map(({ length }) => length))).toBeLessThan(200);
  });

  it('keeps the steps in between for programs', () => {
    for (const type of ['call.verified', 'call.journalled', 'call.claimed', 'call.over'] as const) {
      expect(line({ type, call })).toBeNull();
      expect(runnerEventDocument({ type, call }, nowMs)).toEqual({ type, at: '2026-11-15T12:00:00.000Z', call });
    }
    const error = new CountersignError('stale_fence', 'Not yours.');
    expect(runnerEventDocument({ type: 'report.refused', call, error }, nowMs)).toMatchObject({ error: 'Not yours.' });
  });
});

describe('the first screen of a runner', () => {
  const ready: RunnerReady = {
    type: 'ready',
    server: 'http://127.0.0.1:7717',
    project_id: 'p',
    runner_id: 'r',
    name: 'laptop site',
    machine: 'laptop',
    roots: ['/work/site'],
    sandbox: { kind: 'bubblewrap', runsCommands: true, proof: null, refusal: null },
    tools: ['ls', 'bash'],
  };
  const screen = (sandbox: RunnerReady['sandbox']) => renderRunnerScreen({ ...ready, sandbox }, style);

  it('says for whom it works, where, and with which tools', () => {
    for (const part of ['http://127.0.0.1:7717', 'laptop site', '/work/site', 'ls bash', 'it holds'])
      expect(screen(ready.sandbox)).toContain(part);
  });

  it('is loud where there is no sandbox, with what to do [T6]', () => {
    const refusal = 'Install it.';
    const none = { kind: 'none', proof: null, refusal } as const;
    expect(screen({ ...none, runsCommands: false })).toContain('NONE: commands are refused');
    expect(screen({ ...none, runsCommands: true })).toContain('COMMANDS RUN WITH ALL YOUR RIGHTS');
    expect(screen({ ...none, runsCommands: false })).toContain('Install it.');
  });

  it('names each thing that was tried in the sandbox, and what fails [T6]', () => {
    const checks = [
      { name: 'tcp', isHeld: true, saw: 'refused' },
      { name: 'dns', isHeld: false, saw: 'a name was found' },
    ];
    const proof = { kind: 'bubblewrap', holds: false, checks, durationMs: 1 } as const;
    const shown = screen({ kind: 'none', runsCommands: false, proof, refusal: null });
    expect(shown).toMatch(/ok {4}tcp/);
    expect(shown).toContain('FAILS dns: a name was found');
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `check number ${index}`, isHeld: true, saw: '' }));
    const held = { kind: 'bubblewrap', runsCommands: true, proof: { ...proof, holds: true, checks: many } } as const;
    const screenOfHeld = screen({ ...held, refusal: null });
    for (const { name } of many) expect(screenOfHeld.replaceAll(/\s+/g, ' ')).toContain(name);
    expect(Math.max(...screenOfHeld.split('\n').map(({ length }) => length))).toBeLessThan(120);
  });
});
