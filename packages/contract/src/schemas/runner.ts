import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { ServerKey } from './order.ts';
import { Nullable, PlainText, Strict, Timestamp, Uuid } from './primitives.ts';
import { CallStatus } from './tool-call.ts';

export const PairingCode = Strict({
  code: Type.String({ description: 'Works once; give it to `countersign runner --pair`' }),
  expires_in_seconds: Type.Integer(),
});

export const PairRequest = Strict({
  code: Type.String({ minLength: 1, maxLength: 200 }),
  name: PlainText({ minLength: 1, maxLength: limits.nameLengthMax }),
  machine: PlainText({ minLength: 1, maxLength: limits.machineLengthMax }),
});

/** All a runner needs for good: its own credential, and the key by which it knows orders from the server. */
export const PairResponse = Strict({
  runner_id: Uuid,
  project_id: Uuid,
  secret: Type.String({ description: 'Shown once, stored only as a hash' }),
  server_key: ServerKey,
});
export type PairResponse = Static<typeof PairResponse>;

/** `none`: commands run with all the rights of their user, or not at all. */
export const SandboxKind = Type.Enum(['bubblewrap', 'seatbelt', 'none']);
export type SandboxKind = Static<typeof SandboxKind>;

/** T6: what a runner says of itself whenever it connects, and every so often after that. */
export const RunnerAnnouncement = Strict({
  version: PlainText({ maxLength: 100 }),
  platform: PlainText({ maxLength: 100 }),
  roots: Type.Array(PlainText({ minLength: 1, maxLength: 4096 }), { minItems: 1, maxItems: 100 }),
  sandbox: SandboxKind,
  runs_commands: Type.Boolean({
    description: 'False where there is no sandbox that holds and nobody allowed to do without',
  }),
  tools: Type.Record(Type.String({ pattern: '^[!-~]{1,128}$' }), PlainText({ maxLength: 100 }), {
    description: 'Version of each tool, by name',
    maxProperties: 1_000,
    additionalProperties: false,
  }),
});
export type RunnerAnnouncement = Static<typeof RunnerAnnouncement>;

export const AnnounceResponse = Strict({
  runner_id: Uuid,
  announce_again_in_seconds: Type.Integer(),
});

export const RunnerView = Strict({
  runner_id: Uuid,
  name: Type.String(),
  machine: Type.String(),
  is_present: Type.Boolean(),
  seen_at: Nullable(Timestamp),
  announcement: Nullable(RunnerAnnouncement),
});
export type RunnerView = Static<typeof RunnerView>;

/** A file that a call would change or run, as it is on the runner's disk. Text is null where it is none, or secret. */
export const PreviewFile = Strict({
  path: PlainText({ minLength: 1, maxLength: 4096 }),
  sha256: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Null where there is no file' })),
  size: Type.Integer({ minimum: 0 }),
  text: Nullable(Type.String({ maxLength: limits.previewTextLengthMax })),
});
export type PreviewFile = Static<typeof PreviewFile>;

export const SubmitPreviewRequest = Strict({
  files: Type.Array(PreviewFile, { maxItems: limits.previewFilesMax }),
});
export type SubmitPreviewRequest = Static<typeof SubmitPreviewRequest>;
export const SubmitPreviewResponse = Strict({ tool_id: Uuid, status: CallStatus });

const OutputStream = Type.Union([Type.Literal('stdout'), Type.Literal('stderr')]);

/** T7: a piece of what a command has printed so far. Offsets count UTF-16 units of one stream, secrets masked. */
export const OutputChunk = Strict({
  stream: OutputStream,
  offset: Type.Integer({ minimum: 0 }),
  text: Type.String({ minLength: 1, maxLength: limits.outputChunkLengthMax }),
});
export type OutputChunk = Static<typeof OutputChunk>;

export const SubmitOutputRequest = Strict({
  fence: Type.Integer({ minimum: 1 }),
  chunks: Type.Array(OutputChunk, { minItems: 1, maxItems: limits.outputChunksMax }),
});
export const SubmitOutputResponse = Strict({ tool_id: Uuid, cancel_requested_at: Nullable(Timestamp) });

/** A chunk with its place in the one log, so that a viewer can go on with the stream from there. */
export const OutputView = Strict({
  tool_id: Uuid,
  chunks: Type.Array(Strict({ id: Type.Integer(), stream: OutputStream, offset: Type.Integer(), text: Type.String() })),
  is_complete: Type.Boolean({ description: 'True where nothing more will come' }),
});

export const ReportUndoneRequest = Strict({
  path: PlainText({ minLength: 1, maxLength: 4096 }),
  sha256: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of what was put back; null for no file' })),
});
