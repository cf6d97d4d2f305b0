import { Type } from 'typebox';
import { Strict } from '../schemas/primitives.ts';
import {
  AnnounceResponse,
  OutputView,
  PairingCode,
  PairRequest,
  PairResponse,
  ReportUndoneRequest,
  RunnerAnnouncement,
  RunnerView,
  SubmitOutputRequest,
  SubmitOutputResponse,
  SubmitPreviewRequest,
  SubmitPreviewResponse,
} from '../schemas/runner.ts';
import { ToolCallView } from '../schemas/tool-call.ts';
import { endpoint, inProject, open } from './endpoint.ts';
import { ProjectParams, projectPath, ToolCallParams } from './params.ts';

export const createPairingCode = endpoint({
  id: 'createPairingCode',
  method: 'POST',
  path: `${projectPath}/runners/pairing-codes`,
  summary: 'A code with which one runner can join the project, once and for a few minutes.',
  access: inProject('user'),
  params: ProjectParams,
  responses: { 201: PairingCode },
  errors: ['not_found'],
});

export const pairRunner = endpoint({
  id: 'pairRunner',
  method: 'POST',
  path: '/runners/pair',
  summary:
    'Turns a pairing code into the credential of a new runner, and tells it the key that orders are signed with.',
  access: open,
  body: PairRequest,
  responses: { 201: PairResponse },
  errors: ['code_spent', 'name_taken', 'too_many_attempts'],
});

export const announceRunner = endpoint({
  id: 'announceRunner',
  method: 'POST',
  path: `${projectPath}/runners/announce`,
  summary: 'A runner says that it is there, and how it runs things.',
  access: inProject('runner'),
  params: ProjectParams,
  body: RunnerAnnouncement,
  responses: { 200: AnnounceResponse },
  errors: ['not_found'],
});

export const listRunners = endpoint({
  id: 'listRunners',
  method: 'GET',
  path: `${projectPath}/runners`,
  summary: 'The runners of the project, and which of them are there.',
  access: inProject('user'),
  params: ProjectParams,
  responses: { 200: Strict({ runners: Type.Array(RunnerView) }) },
  errors: ['not_found'],
});

export const openRunnerSocket = endpoint({
  id: 'openRunnerSocket',
  method: 'GET',
  path: `${projectPath}/runners/ws`,
  summary: 'WebSocket of a runner: the same signed orders as on the event stream.',
  access: inProject('runner'),
  params: ProjectParams,
  responses: { 101: null },
  errors: ['not_found', 'upgrade_required'],
});

export const submitPreview = endpoint({
  id: 'submitPreview',
  method: 'POST',
  path: `${projectPath}/tools/:tool_id/preview`,
  summary: 'Tell what a call would change or run, before a person is asked about it.',
  access: inProject('runner'),
  params: ToolCallParams,
  body: SubmitPreviewRequest,
  responses: { 200: SubmitPreviewResponse },
  errors: ['not_found', 'illegal_transition'],
});

export const submitOutput = endpoint({
  id: 'submitOutput',
  method: 'POST',
  path: `${projectPath}/tools/:tool_id/output`,
  summary: 'Pass on what a running command prints. Also tells whether someone wants it stopped.',
  access: inProject('runner'),
  params: ToolCallParams,
  body: SubmitOutputRequest,
  responses: { 200: SubmitOutputResponse },
  errors: ['not_found', 'stale_fence', 'illegal_transition'],
});

export const listToolOutput = endpoint({
  id: 'listToolOutput',
  method: 'GET',
  path: `${projectPath}/tool-calls/:tool_id/output`,
  summary: 'What a command has printed so far, secrets masked.',
  access: inProject('user', 'agent'),
  params: ToolCallParams,
  query: Strict({
    after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only pieces after this id' })),
  }),
  responses: { 200: OutputView },
  errors: ['not_found'],
});

export const reportUndone = endpoint({
  id: 'reportUndone',
  method: 'POST',
  path: `${projectPath}/tools/:tool_id/undone`,
  summary: 'Say that what a call wrote was taken back on the runner.',
  access: inProject('runner'),
  params: ToolCallParams,
  body: ReportUndoneRequest,
  responses: { 200: ToolCallView },
  errors: ['not_found', 'illegal_transition'],
});
