import { type Display, newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { askFor, newSession } from './harness/calls.ts';
import { watchEvents, watchSession } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { useStage } from './harness/stage.ts';

describeOnEachDatabase('what people see and decide', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const ask = (tool_params: Record<string, unknown>, note?: string) =>
    askFor(stage, {
      session_id: sessionId,
      tool_name: 'write_file',
      tool_params: { path: 'src/a.txt', content: '', ...tool_params },
      ...(note === undefined ? {} : { note }),
    });

  it('closes a request on every surface when it is decided on one, with the name of who did [A7, A6]', async () => {
    for (const surface of ['rest', 'websocket', 'batch'] as const) {
      const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
      const { messages } = await watchSession(stage.owner, stage.projectId, sessionId);
      await messages.first('what is pending', ({ type }) => type === 'pending_approvals');
      const { approval, call } = await ask({});
      await stream.next('tool.approval_request', call.tool_id);
      const shown = await messages.first('the approval', ({ type }) => type === 'approval_requested');
      expect(shown).toMatchObject({ approval: { approval_id: approval.approval_id, digest: approval.digest } });

      if (surface === 'rest') await stage.member.approvals.reject(approval, 'no');
      else if (surface === 'batch')
        await stage.member.approvals.decideMany(stage.projectId, [{ approval, decision: 'reject', feedback: 'no' }]);
      else {
        const { socket } = await watchSession(stage.member, stage.projectId, sessionId);
        await socket.decide(approval, { decision: 'reject', feedback: 'no' });
      }
      const closed = { status: 'rejected', decision: 'reject', decided_by: 'Mia', feedback: 'no' };
      expect(await stream.next('approval.resolved', approval.approval_id)).toMatchObject(closed);
      const event = await messages.first(
        'the resolution',
        (each) => each.type === 'event' && each.event === 'approval.resolved',
      );
      expect(event).toMatchObject({ data: { approval_id: approval.approval_id, ...closed } });
      expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({
        status: 'rejected',
        scopes: [],
        decision: { decided_by: { name: 'Mia' } },
      });
    }
  });

  it('closes a request that expired or was withdrawn on every surface too [A7, L5]', async () => {
    const stream = await watchEvents(stage.member, stage.projectId, { sessionId });
    const late = await ask({});
    const withdrawn = await ask({ path: 'src/b.txt' });
    await stage.agent.toolCalls.cancel(stage.projectId, withdrawn.call.tool_id);
    stage.clock.advance(300_000);
    const expired = await stream.next('approval.resolved', late.approval.approval_id);
    expect(expired).toMatchObject({ status: 'expired', decided_by: null });
    const cancelled = await stream.next('approval.resolved', withdrawn.approval.approval_id);
    expect(cancelled).toMatchObject({ status: 'cancelled', decision: null, decided_by: 'agent' });
  });

  it('answers every decision of a batch as it would have been alone [A3, L4, A5]', async () => {
    const [open, decided, late] = [await ask({}), await ask({ path: 'b' }), await ask({ path: 'c' })];
    await stage.member.approvals.approve(decided.approval);
    const unknown = { ...open.approval, approval_id: newId<string>() };
    const stale = { ...late.approval, digest: 'f'.repeat(64) };
    const { results } = await stage.owner.approvals.decideMany(stage.projectId, [
      { approval: open.approval, decision: 'approve' },
      { approval: decided.approval, decision: 'reject' },
      { approval: decided.approval, decision: 'approve' },
      { approval: unknown, decision: 'approve' },
      { approval: stale, decision: 'approve' },
    ]);
    expect(results.map(({ status, problem }) => [status, (problem as { code?: string } | null)?.code])).toEqual([
      [200, undefined],
      [409, 'already_decided'],
      [200, undefined],
      [404, 'not_found'],
      [409, 'digest_mismatch'],
    ]);
    expect(results[1]!.problem).toMatchObject({ decided_by: 'Mia', status: 409, detail: expect.any(String) });
    stage.clock.advance(300_000);
    const { results: after } = await stage.owner.approvals.decideMany(stage.projectId, [
      { approval: late.approval, decision: 'approve' },
    ]);
    expect(after[0]).toMatchObject({ status: 410, response: null, problem: { code: 'approval_expired' } });
  });

  it('takes no edit and no scope in a batch [A3]', async () => {
    const { approval } = await ask({});
    const item = { approval_id: approval.approval_id };
    const params = { project_id: stage.projectId };
    for (const decisions of [
      [{ ...item, decision: 'edit', modified_arguments: {} }],
      [{ ...item, decision: 'approve', scope: 'session' }],
      [{ ...item, decision: 'approve', modified_arguments: {} }],
      [],
    ]) {
      const attempt = stage.owner.call('decideApprovals', { params, body: { decisions } as never });
      await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect((await stage.owner.approvals.get(stage.projectId, approval.approval_id)).status).toBe('pending');
  });

  it('makes every character visible that could deceive a reader [A8]', async () => {
    const tricks = {
      'right-to-left override': '\u202e',
      'left-to-right isolate': '\u2066',
      'zero-width space': '\u200b',
      'zero-width joiner': '\u200d',
      'byte order mark': '\ufeff',
      'soft hyphen': '\u00ad',
      'line separator': '\u2028',
      'no-break space': '\u00a0',
      'ANSI escape': '\u001b[2K',
      'carriage return': '\r',
      backspace: '\b',
      NUL: '\0',
      'private use': '\ue000',
      'tag character': '\u{e0041}',
      'our own mark': '⟦U+0041⟧',
    };
    for (const [name, trick] of Object.entries(tricks)) {
      const content = `safe${trick}evil`;
      // No note may hold a NUL: that is refused before anything else.
      const note = `please ${trick.replace('\0', '\u202e')}`;
      const { approval } = await ask({ content }, note);
      const code = trick.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      const { display, agent_note } = approval;
      const shown = [...textsOf(display), agent_note];
      expect(contentOf(display), name).toContain(`safe⟦U+${code}⟧`);
      expect(agent_note, name).toMatch(/^please ⟦U\+/);
      for (const text of shown) expect(text, name).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u00a0]/u);
      expect(display.warnings.join(), name).toContain('invisible');
      expect(display.complete, name).toBe(true);
    }
  });

  it('makes visible in a title what could deceive a reader of lists [A8]', async () => {
    for (const [trick, shown] of [
      ['\u202e', '⟦U+202E⟧'],
      ['\u001b[2K', '⟦U+001B⟧[2K'],
      ['\n', '\\n'],
    ]) {
      const tool_params = { command: 'git', args: ['commit', '-m', `safe${trick}evil`] };
      const { approval } = await askFor(stage, { session_id: sessionId, tool_name: 'execute_command', tool_params });
      expect(approval.display.title).toBe(`git commit -m "safe${shown}evil"`);
      expect(approval.description).toBe(approval.display.title);
    }
  });

  it('shows one argument as one, whatever is in it [A8]', async () => {
    const args = ['-m', 'a b', 'c"; rm -rf /', 'two\nlines', ''];
    const { approval } = await askFor(stage, {
      session_id: sessionId,
      tool_name: 'execute_command',
      tool_params: { command: 'git', args },
    });
    expect(approval.description).not.toContain('\n');
    const [argv] = approval.display.sections;
    expect(argv).toEqual({
      kind: 'argv',
      label: 'command',
      words: ['git', '-m', '"a b"', '"c\\"; rm -rf /"', '"two\\nlines"', '""'],
    });
  });

  it('shows a script with the part marked that asks, and no secret of it anywhere [A8, G8]', async () => {
    const cmd = 'ls src\nAPI_TOKEN=hunter2hunter2 git fetch\nls && touch src/new.txt';
    const { approval } = await askFor(stage, { session_id: sessionId, tool_name: 'bash', tool_params: { cmd } });
    const [script] = approval.display.sections;
    if (script?.kind !== 'script') throw new Error('A script is shown as one.');
    expect(JSON.stringify(approval)).not.toContain('hunter2');
    expect(script.lines.map(({ segments }) => segments.map(({ text }) => text).join(''))).toEqual([
      'ls src',
      'API_TOKEN=***REDACTED*** git fetch',
      'ls && touch src/new.txt',
    ]);
    const marked = script.lines.flatMap(({ segments }) => segments.filter(({ part }) => part !== null));
    expect(marked.map(({ text }) => text)).toEqual(['touch src/new.txt']);
    expect(script.parts.filter((part) => part.marked).map(({ program }) => program)).toEqual(['git', 'touch']);
  });

  it('shows what is written and what is changed line by line, for every tool that does so [A8]', async () => {
    for (const [tool_name, tool_params] of [
      ['write_file', { path: 'a.txt', content: 'x\n' }],
      ['write', { path: 'a.txt', content: 'x\n' }],
      ['write', { path: 'a.txt', content: 'x\n', mode: 'append' }],
      ['edit', { path: 'a.txt', find: 'y', replace: 'x' }],
    ] as const) {
      const { approval } = await askFor(stage, { session_id: sessionId, tool_name, tool_params });
      const diff = approval.display.sections.find((section) => section.kind === 'diff');
      expect(diff?.lines.at(-1)).toMatchObject({ kind: 'add', text: 'x' });
    }
  });

  it('cuts nothing away in silence: what is left out is counted [A8]', async () => {
    const path = `src/${'d'.repeat(200)}/${'d'.repeat(100)}.txt`;
    const { approval } = await ask({ path, content: 'x'.repeat(300 * 1024) });
    expect(approval.description).toMatch(/… \(\d+ more characters\)$/);
    expect(contentOf(approval.display)).toMatch(/⟦\d+ more characters are not shown⟧$/);
    expect(approval.display.warnings.join()).toContain('too long to show in full');
    const long = await ask({ content: 'y'.repeat(200 * 1024) });
    expect(long.approval.display.complete).toBe(true);
    expect(contentOf(long.approval.display)).toBe(`${'y'.repeat(200 * 1024)}⟦no line feed at the end⟧`);
  });

  it('cuts a summary between characters, never inside one [A8]', async () => {
    for (let length = 185; length <= 205; length += 1) {
      const { approval } = await ask({ path: `${'a'.repeat(length)}😀😀😀😀😀😀😀😀` });
      expect(approval.description.isWellFormed()).toBe(true);
    }
  });

  it('lets nobody approve a call that is too long to be shown, and says so [A8]', async () => {
    const { approval } = await ask({ content: 'x'.repeat(2 * 1024 * 1024) });
    expect(approval.display).toMatchObject({ complete: false, showable: false });
    expect(approval.scopes).toEqual([]);
    const attempt = stage.owner.approvals.approve(approval);
    expect(await refused(attempt)).toMatchObject({ status: 422, code: 'cannot_show' });
    expect(await stage.owner.approvals.reject(approval)).toMatchObject({ status: 'rejected' });
  });

  it('refuses a call that cannot be shown at all, so that nobody can approve it [A8]', async () => {
    const answer = await stage.agent.executeTool(stage.projectId, {
      session_id: sessionId,
      tool_name: 'write_file',
      tool_params: { path: 'a', content: 'half a pair: \ud83d' },
    });
    expect(answer).toMatchObject({ status: 'failed', approval_id: null, outcome: { kind: 'invalid' } });
  });

  it("shows the agent's own words as such, and what runs from the arguments alone [A8]", async () => {
    const { approval } = await ask({ path: 'src/danger.txt' }, 'This is harmless, approve it');
    expect(approval.agent_note).toBe('This is harmless, approve it');
    expect(JSON.stringify(approval.display)).not.toContain('harmless');
    expect(approval.display.title).toContain('src/danger.txt');
  });
});

/** Every text of a display, wherever it stands. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** What would be written, line by line. */
function contentOf({ sections }: Display): string {
  const diff = sections.find((section) => section.kind === 'diff');
  return diff!.lines.map(({ text }) => text).join('\n');
}
