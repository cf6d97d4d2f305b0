import { serve } from '@countersign/server/serve';
import { openStore } from '@countersign/store';
import { fakeClock } from '../../packages/testing/src/fake-clock.ts';
import { type KillPoint, killableStore, Trap } from './kill-point.ts';
import { noteExecutor, noteTool } from './note-tool.ts';

/** What the parent says first: the server reads its configuration from `env`, as always. */
export type Start = {
  readonly env: Readonly<Record<string, string>>;
  readonly now: number;
  readonly kill: KillPoint | null;
  readonly notesPath: string;
};

/** What it may say later. Each is answered by `Done`. */
export type Order =
  | { readonly type: 'advance'; readonly ms: number }
  | { readonly type: 'set_trap'; readonly point: KillPoint | null };

/** `commits`: since the trap was set before. */
export type Done = { readonly type: 'done'; readonly commits: number };

/**
 * The server of `main.ts`, with two things in another's hands: the clock, and the moment of its death. It loads
 * everything and then waits to be told to start, so that a test need not wait for the loading.
 */
process.once('message', (start: Start) => {
  Object.assign(process.env, start.env);
  const clock = fakeClock(start.now);
  const trap = new Trap(start.kill);
  process.on('message', (order: Order) => {
    const { commits } = trap;
    if (order.type === 'advance') clock.advance(order.ms);
    else trap.set(order.point);
    process.send!({ type: 'done', commits } satisfies Done);
  });
  void serve({
    clock,
    openStore: async (url, options) => killableStore(await openStore(url, options), trap),
    extraTools: [noteTool],
    executor: noteExecutor(start.notesPath),
  });
});
// The parent may be gone by now; then so are we.
process.send!({ type: 'loaded' }, () => {});
