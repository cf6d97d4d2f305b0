import type { Run } from '../run.ts';

/** A run as it was last seen, with what its model is to be shown. */
export type WarmRun = { readonly run: Run };
