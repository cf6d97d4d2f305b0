export type { OrderProblem, OrderProblemKind } from './check-order.ts';
export { limits as runnerLimits } from './limits.ts';
export { type OpenedTools, openTools, type ProvedSandbox, undoFolderOf } from './open-tools.ts';
export type { OrderTransport } from './order-stream.ts';
export {
  type KeptPairing,
  keepPairing,
  keptPairings,
  type Pairing,
  PairingError,
  pair,
  pairingFileName,
  readPairing,
} from './pairing.ts';
export { type Runner, type RunnerEnd, type RunnerOptions, startRunner } from './runner.ts';
export type { OnEvent, RunnerEvent, WatchedCall, WatchedEnd } from './runner-event.ts';
export { holderOf, StateFolderInUse, stateFolders } from './state-folder.ts';
