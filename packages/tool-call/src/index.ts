export { type CallEvent, type CallEventType, callEventTypes, type Rejudged } from './call-event.ts';
export type { Effect } from './move-call.ts';
export { defaultRejection, outcomeOf } from './outcome-of.ts';
export { keyFingerprint, newPairingCode, type PairingCode, parsePairingCode } from './pairing-code.ts';
export {
  digestOf,
  type OrderRefusal,
  orderText,
  type PreviewRefusal,
  refuseOrder,
  refusePreview,
} from './sealed-call.ts';
export { stateDiagram } from './state-diagram.ts';
export {
  type ApprovalBasis,
  type CallCaller,
  type CallRequest,
  type CallState,
  type Executor,
  nothingPrinted,
  type Person,
  type Printed,
  type ToolCall,
  wakeAt,
} from './tool-call.ts';
export { toolVersion } from './tool-version.ts';
export { type Refusal, type Transition, transition } from './transition.ts';
export { nextStatus, transitions } from './transitions.ts';
