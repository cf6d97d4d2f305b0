import type { ToolCallId } from '@countersign/contract';

/**
 * Where advancing a run came to rest. The row says the same: its status, its phase and `wakeAt`.
 *
 * `over`: it has ended, or there is no such run. `waiting`: for these calls to settle; `wakeAt` is when its working time
 * would run out, or null where only people are waited for. `later`: nothing to do before that time. `paused`: until a
 * person lets it go on. `interrupted`: the signal; whoever takes it up next goes on from the last commit.
 */
export type Rest =
  | { readonly kind: 'over' }
  | { readonly kind: 'waiting'; readonly callIds: readonly ToolCallId[] }
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'paused' }
  | { readonly kind: 'interrupted' };
