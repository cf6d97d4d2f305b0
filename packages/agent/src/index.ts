export { advanceRun } from './advance-run.ts';
export { ProviderBreakers } from './control/provider-breakers.ts';
export type {
  Entry,
  ModelEntry,
  NoticeEntry,
  RequestedCall,
  ResultsEntry,
  SummaryEntry,
  ToldResult,
  UserEntry,
} from './entry.ts';
export type { LoopSettings } from './loop-settings.ts';
export {
  type CallStanding,
  type LoadedRun,
  type LoopClock,
  type LoopPorts,
  type Model,
  ModelError,
  type ModelMessage,
  type ModelRequest,
  type ModelStep,
  type Models,
  type ModelWatch,
  type OfferedTool,
  type RunCommit,
  type RunEvent,
  type RunJournal,
  type SpokenMessage,
  type ToolGateway,
} from './ports.ts';
export type { Rest } from './rest.ts';
export type { Run, RunControl, RunEnd, RunFailing, RunPhase } from './run.ts';
export { askToPause, askToStop, isEnded, type NewRun, newRun, resume, steer } from './run-changes.ts';
export { RunNudges } from './run-nudges.ts';
export { parseScript } from './scripted/parse-script.ts';
export type { Script } from './scripted/script.ts';
export { scriptedModel } from './scripted/scripted-model.ts';
export { WarmRuns } from './warm-runs.ts';
