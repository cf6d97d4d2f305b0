import { limits } from '@countersign/contract';

/** How many are decided in one request. */
export const batchMax = limits.batchDecisionsMax;
