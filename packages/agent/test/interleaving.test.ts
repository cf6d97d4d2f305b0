import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askToPause, askToStop, isEnded, resume } from '../src/index.ts';
import { live } from './lives.ts';
import { openStage, settle } from './stage.ts';

const call = (name: string, place: number) => ({ name, arguments: { place } });
const answers = [
  { tool_calls: [call('count', 1), call('ask', 2)] },
  { tool_calls: [call('count', 3)], error: { class: 'rate_limit', times: 1 } },
  { tool_calls: [call('ask', 4), call('work', 5)] },
  { text: 'Done.', delay_ms: 50 },
];

const deed = fc.oneof(
  fc.constantFrom('steer', 'pause', 'resume', 'approve', 'reject', 'finish', 'nudge', 'next life' as const),
  fc.constant('cancel' as const),
  fc.record({ waitMs: fc.integer({ min: 1, max: 3_000 }) }),
);
/** When a deed is done: between two lives, while one is under way, or in the moment of its n-th commit. */
const plan = fc.array(fc.record({ deed, atCommit: fc.option(fc.integer({ min: 0, max: 4 })) }), { maxLength: 25 });

describe('a run that people interfere with', () => {
  it('submits no call under two ids, has versions without gaps, and always ends or waits [W2]', async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.constantFrom(0, 500), async (steps, lingerMs) => {
        const stage = openStage({
          answers,
          script: { loop: 'last' },
          lingerMs,
          tools: { count: () => ({ result: 'counted' }), ask: () => 'asks', work: () => 'works' },
        });
        const { journal, gateway, clock, settings } = stage;
        let changes = 0;
        const person = (change: Parameters<typeof journal.person>[0]): void => {
          if (journal.person(change)) changes += 1;
        };
        const pending = (status: string) => gateway.pending().filter((standing) => standing.status === status);
        const act = (what: (typeof steps)[number]['deed']): void => {
          if (typeof what === 'object') clock.advance(what.waitMs);
          else if (what === 'steer') changes += journal.steer('And this.', clock.now()) ? 1 : 0;
          else if (what === 'pause') person((run) => askToPause(run, 'Ada', clock.now()));
          else if (what === 'resume') person((run) => resume(run, clock.now()));
          else if (what === 'cancel') person((run) => askToStop(run, 'Ada', null, clock.now()));
          else if (what === 'nudge') settings.nudges.nudge(stage.id);
          else if (what === 'approve')
            for (const { callId } of pending('awaiting_approval')) gateway.decide(callId, {});
          else if (what === 'reject')
            for (const { callId } of pending('awaiting_approval')) gateway.decide(callId, { status: 'rejected' });
          else if (what === 'finish') for (const { callId } of pending('approved')) gateway.settle(callId, {});
        };

        for (const { deed: what, atCommit } of steps) {
          const first = journal.commits;
          if (atCommit === null) act(what);
          else {
            journal.beforeCommit = () => {
              if (journal.commits - first < atCommit) return;
              journal.beforeCommit = () => {};
              act(what);
            };
          }
          const life = what === 'next life' ? live(stage, null) : stage.advance();
          await settle();
          journal.beforeCommit = () => {};
          // Whatever it waits for in place passes.
          for (let round = 0; round < 20; round += 1) {
            clock.advance(2_000);
            await settle();
          }
          await life;
        }

        // Left alone, and with everything answered, it ends, unless it was paused.
        for (let round = 0; round < 40 && !isEnded(journal.run); round += 1) {
          act('resume');
          act('approve');
          act('finish');
          const life = stage.advance();
          for (let turn = 0; turn < 4; turn += 1) {
            await settle();
            clock.advance(5_000);
          }
          await life;
        }
        expect(['completed', 'cancelled']).toContain(journal.run.status);
        expect(journal.run.version).toBe(1 + journal.commits + changes);

        const asked = journal.entries.flatMap((entry) => (entry.kind === 'model' ? entry.calls : []));
        const ids = new Set(asked.map(({ callId }) => callId));
        expect(ids.size).toBe(asked.length);
        for (const { callId } of gateway.submitted) expect(ids.has(callId)).toBe(true);
        expect(new Set(gateway.executed.map(({ callId }) => callId)).size).toBe(gateway.executed.length);
        // Nothing goes on after the end, and everything that was said was heard.
        expect(gateway.pending()).toEqual([]);
        if (journal.run.status === 'completed') {
          expect(journal.run.messagesSeen).toBe(journal.run.messageCount);
          expect(journal.entries.filter(({ kind }) => kind === 'user')).toHaveLength(journal.run.messageCount);
        }
      }),
      { numRuns: 200 },
    );
  }, 120_000);
});
