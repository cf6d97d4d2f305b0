import type { Run } from '@countersign/agent';
import {
  type Change,
  type FollowingWrite,
  type GuardedWrite,
  maskTexts,
  type Redactor,
} from '@countersign/control-plane';
import type { CallState, ToolCall } from '@countersign/tool-call';

type Masking = Pick<Redactor, 'text'>;

/**
 * G8: nothing that a caller, a runner or a person wrote is kept unmasked, whoever asks for it to be written. Parameters and
 * results are JSON that was masked, by name too, where it was made: read as text it would be broken.
 */
export function maskChange(redactor: Masking, { guard, following, events }: Change): Change {
  return {
    guard: maskGuard(redactor, guard),
    ...(following ? { following: following.map((write) => maskFollowing(redactor, write)) } : {}),
    events: events.map((event) => {
      const data = maskTexts(redactor, event.data);
      return data === event.data ? event : { ...event, data };
    }),
  };
}

function maskGuard(redactor: Masking, guard: GuardedWrite): GuardedWrite {
  switch (guard.kind) {
    case 'call':
      return { ...guard, call: maskCall(redactor, guard.call, guard.isRewritten || guard.call.version === 1) };
    case 'user':
    case 'project':
    case 'agent':
    case 'runner':
      return { kind: guard.kind, record: maskTexts(redactor, guard.record) } as GuardedWrite;
    case 'runner_seen':
      return { ...guard, announcement: maskTexts(redactor, guard.announcement) };
    case 'new_source':
    case 'source':
      return { kind: guard.kind, record: maskTexts(redactor, guard.record) };
    case 'run':
      return { kind: 'run', run: maskRun(redactor, guard.run) };
    // Hashes, ids and names; what a call goes on with is sealed.
    case 'run_lease':
    case 'idempotency_key':
    case 'revoke_grant':
    case 'revoke_token':
    case 'member':
    case 'remove_member':
    case 'remove_source':
    case 'tool_switched':
    case 'remove_secret':
    case 'continuation':
    case 'none':
      return guard;
  }
}

function maskFollowing(redactor: Masking, write: FollowingWrite): FollowingWrite {
  if (write.kind === 'new_call') return { kind: 'new_call', call: maskCall(redactor, write.call, true) };
  if (write.kind === 'new_run') return { kind: 'new_run', run: maskRun(redactor, write.run) };
  // Its hash is what a credential is found by.
  if (write.kind === 'token') {
    return { kind: 'token', record: { ...write.record, name: maskTexts(redactor, write.record.name) } };
  }
  switch (write.kind) {
    // Sealed; or masked before its version was taken, so that what is stored is what the version stands for.
    case 'document':
    case 'secret':
    case 'new_continuation':
    case 'upstream_tool':
    // Sealed one by one, where masking would change them.
    case 'run_entries':
    // Hashes, ids and names.
    case 'idempotency_key':
    case 'tool_deprecated':
    case 'remove_offer':
    case 'remove_document':
    case 'end_continuation':
      return write;
    default:
      return { kind: write.kind, record: maskTexts(redactor, write.record) } as FollowingWrite;
  }
}

/** What people and models said of it; the rest are figures and marks of ours, which must stay what they are. */
function maskRun(redactor: Masking, run: Run): Run {
  const { task, askedReason, askedBy, end } = run;
  const texts = { task, askedReason, askedBy, end };
  const masked = maskTexts(redactor, texts);
  return masked === texts ? run : { ...run, ...masked };
}

/** A request that was read from the database was masked when it was written. */
function maskCall(redactor: Masking, call: ToolCall, isRequestNew: boolean): ToolCall {
  const request = isRequestNew ? maskRequest(redactor, call.request) : call.request;
  const state = maskState(redactor, call.state);
  return request === call.request && state === call.state ? call : { ...call, request, state };
}

function maskRequest(redactor: Masking, request: ToolCall['request']): ToolCall['request'] {
  const { toolName, machine, reasons, description, agentNote } = request;
  const texts = { toolName, machine, reasons, description, agentNote };
  const masked = maskTexts(redactor, texts);
  return masked === texts ? request : { ...request, ...masked };
}

/** Of a state, what somebody wrote: why it failed, was refused or approved, and who withdrew it. */
function maskState(redactor: Masking, state: CallState): CallState {
  const texts: Record<string, unknown> = {};
  if ('error' in state) texts.error = state.error;
  if ('basis' in state) texts.basis = state.basis;
  if ('by' in state) texts.by = state.by;
  const masked = maskTexts(redactor, texts);
  return masked === texts ? state : ({ ...state, ...masked } as CallState);
}
