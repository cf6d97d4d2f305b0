export { databases, describeOnEachDatabase, type OpenDatabase, type TestDatabase } from './databases.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
export { hasSandbox } from './has-sandbox.ts';
export { makeCertificate, type TestCertificate } from './make-certificate.ts';
export { processesNamed } from './processes-named.ts';
export {
  aGrant,
  aMember,
  anAgent,
  anAnnouncement,
  anApproval,
  anEvent,
  aProject,
  aRunner,
  aSession,
  aToken,
  aUser,
} from './records.ts';
export { aControl, aMessage, aModelEntry, aRun } from './run-records.ts';
export { aContinuation, anUpstreamDefinition, anUpstreamTool, aSource } from './source-records.ts';
export { aCallRequest, aState, aToolCall } from './tool-calls.ts';
export { addWorkspace, type Workspace } from './workspace.ts';
