import { Type } from 'typebox';
import { UUID_PATTERN } from '../ids.ts';
import { limits } from '../limits.ts';
import { EventView } from '../schemas/event.ts';
import { EventTree } from '../schemas/event-tree.ts';
import { Page, PageQuery, Strict, Uuid } from '../schemas/primitives.ts';
import { RunStatus, RunView, StopRunRequest, TranscriptEntry } from '../schemas/run.ts';
import { endpoint, inProject } from './endpoint.ts';
import { ProjectParams, projectPath, RunParams } from './params.ts';

export const listRuns = endpoint({
  id: 'listRuns',
  method: 'GET',
  path: `${projectPath}/runs`,
  summary: 'Runs, newest first.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({ status: Type.Optional(RunStatus), session_id: Type.Optional(Uuid), ...PageQuery }),
  responses: { 200: Page('runs', RunView) },
  errors: ['not_found'],
});

export const getRun = endpoint({
  id: 'getRun',
  method: 'GET',
  path: `${projectPath}/runs/:run_id`,
  summary: 'One run; may wait until it has ended.',
  access: inProject('user'),
  params: RunParams,
  query: Strict({ wait_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.waitMsMax, default: 0 })) }),
  responses: { 200: RunView },
  errors: ['not_found'],
});

export const getTranscript = endpoint({
  id: 'getTranscript',
  method: 'GET',
  path: `${projectPath}/runs/:run_id/transcript`,
  summary: 'What the model of a run was told and what it said, in order.',
  access: inProject('user'),
  params: RunParams,
  query: Strict({
    after: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: '`no` of the last entry seen' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageSizeMax, default: limits.pageSizeDefault })),
  }),
  responses: { 200: Strict({ entries: Type.Array(TranscriptEntry), has_more: Type.Boolean() }) },
  errors: ['not_found'],
});

export const stopRun = endpoint({
  id: 'stopRun',
  method: 'POST',
  path: `${projectPath}/runs/:run_id/stop`,
  summary: 'End a run. Its calls that nobody has decided are withdrawn; what executes is asked to stop.',
  access: inProject('user'),
  params: RunParams,
  body: StopRunRequest,
  responses: { 200: RunView },
  errors: ['not_found', 'run_ended', 'conflict'],
});

export const pauseRun = endpoint({
  id: 'pauseRun',
  method: 'POST',
  path: `${projectPath}/runs/:run_id/pause`,
  summary: 'Let a run rest after the step it is at. Its calls go on.',
  access: inProject('user'),
  params: RunParams,
  responses: { 200: RunView },
  errors: ['not_found', 'run_ended', 'conflict'],
});

export const resumeRun = endpoint({
  id: 'resumeRun',
  method: 'POST',
  path: `${projectPath}/runs/:run_id/resume`,
  summary: 'Let a run that was paused go on.',
  access: inProject('user'),
  params: RunParams,
  responses: { 200: RunView },
  errors: ['not_found', 'run_ended', 'conflict'],
});

export const listEvents = endpoint({
  id: 'listEvents',
  method: 'GET',
  path: `${projectPath}/events`,
  summary: 'Entries of the log of this project, oldest first.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({
    after: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: '`seq` of the last entry seen' })),
    session_id: Type.Optional(Uuid),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageSizeMax, default: limits.pageSizeDefault })),
  }),
  responses: { 200: Strict({ events: Type.Array(EventView), has_more: Type.Boolean() }) },
  errors: ['not_found'],
});

export const getEventTree = endpoint({
  id: 'getEventTree',
  method: 'GET',
  path: `${projectPath}/events/tree`,
  summary: 'The log as a tree: process, agent, turn, tool call. Without `id` the newest runs.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({
    id: Type.Optional(
      Type.String({
        pattern: UUID_PATTERN,
        description: 'Of a process, session, run, turn or tool call: it and all below it',
      }),
    ),
    depth: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.treeDepthMax, description: 'Levels to show' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.treeRunsMax, default: limits.treeRunsDefault })),
  }),
  responses: { 200: EventTree },
  errors: ['not_found'],
});
