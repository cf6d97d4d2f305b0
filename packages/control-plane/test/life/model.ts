import type { CallStatus } from '@countersign/contract';

/**
 * The life of calls as one would explain it at a table: no store, no versions, no transactions. Written without a look
 * at the code, so that the two can be compared.
 */
type ModelCall = {
  readonly kind: Kind;
  status: CallStatus;
  /** Changes of the row since it was first written. */
  moves: number;
  approval: 'none' | 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled';
  decision: string | null;
  /** When something happens if nothing happens: deadline, end of the claim window, end of the lease. */
  until: number;
  executeBy: number;
  executor: number | null;
  isToStop: boolean;
  report: string | null;
  /** The runner whose files were shown: the call is for its machine alone. */
  shownBy: number | null;
  /** Whether what was shown is what the call stands on; an edit may be about something else. */
  isShown: boolean;
  shownWord: number;
  /** Characters that its executor has told of. */
  printed: number;
  isUndone: boolean;
};

export type Model = {
  now: number;
  calls: ModelCall[];
  keys: Map<string, { kind: Kind; call: number }>;
  /** When each runner last said that it is there. */
  seenAt: Map<number, number>;
};

export const kinds = ['low', 'medium', 'denied', 'invalid'] as const;
export type Kind = (typeof kinds)[number];
type Verb = 'approve' | 'reject' | 'edit';
type ReportStatus = 'completed' | 'failed' | 'cancelled' | 'unknown';

export type Act =
  | { readonly act: 'submit'; readonly kind: Kind; readonly key: number | null }
  | { readonly act: 'decide'; readonly call: number; readonly user: number; readonly verb: Verb; readonly edit: number }
  | { readonly act: 'claim'; readonly call: number; readonly runner: number }
  | { readonly act: 'renew'; readonly call: number; readonly runner: number; readonly fence: number }
  | {
      readonly act: 'report';
      readonly call: number;
      readonly runner: number;
      readonly status: ReportStatus;
      readonly fence: number | null;
      readonly word: number;
    }
  | { readonly act: 'announce'; readonly runner: number }
  | { readonly act: 'preview'; readonly call: number; readonly runner: number; readonly word: number }
  | {
      readonly act: 'print';
      readonly call: number;
      readonly runner: number;
      readonly fence: number;
      readonly lines: number;
    }
  | { readonly act: 'undo'; readonly call: number; readonly runner: number }
  | { readonly act: 'cancel'; readonly call: number; readonly isForeign: boolean }
  | { readonly act: 'sweep' };

export const times = {
  approvalMs: 300_000,
  claimMs: 60_000,
  leaseMs: 30_000,
  executionMs: 65_000,
  previewMs: 2_000,
  presentMs: 60_000,
} as const;

/** Does it, and says the answer: the status of the call afterwards, or why not. */
function perform(model: Model, act: Act): string {
  if (act.act === 'submit') return submit(model, act);
  if (act.act === 'sweep') {
    for (const call of model.calls) sweep(call, model.now);
    return 'ok';
  }
  if (act.act === 'announce') {
    model.seenAt.set(act.runner, model.now);
    return 'ok';
  }
  const call = model.calls[act.call]!;
  const refusal = move(call, act, model.now);
  return refusal ?? call.status;
}

function submit(model: Model, { kind, key }: Extract<Act, { act: 'submit' }>): string {
  const known = key === null ? undefined : model.keys.get(String(key));
  if (known) return known.kind === kind ? model.calls[known.call]!.status : 'idempotency_mismatch';
  if (key !== null) model.keys.set(String(key), { kind, call: model.calls.length });
  const isPreviewed = kind === 'medium' && [...model.seenAt.values()].some((at) => model.now - at < times.presentMs);
  const asked = { status: 'awaiting_approval', until: model.now + times.approvalMs } as const;
  const first = {
    low: { status: 'approved', until: model.now + times.claimMs },
    medium: isPreviewed ? ({ status: 'pending', until: model.now + times.previewMs } as const) : asked,
    denied: { status: 'rejected', until: Number.POSITIVE_INFINITY },
    invalid: { status: 'failed', until: Number.POSITIVE_INFINITY },
  } as const;
  const approval = kind === 'medium' && !isPreviewed ? 'pending' : 'none';
  const rest = {
    kind,
    moves: 0,
    approval,
    decision: null,
    executeBy: 0,
    executor: null,
    isToStop: false,
    report: null,
    shownBy: null,
    isShown: false,
    shownWord: 0,
    printed: 0,
    isUndone: false,
  } as const;
  model.calls.push({ ...rest, ...first[kind] });
  return first[kind].status;
}

function move(
  call: ModelCall,
  act: Exclude<Act, { act: 'submit' | 'sweep' | 'announce' }>,
  now: number,
): string | null {
  if (act.act === 'undo') return undo(call, act.runner);
  if ('runner' in act && call.shownBy !== null && call.shownBy !== act.runner) return 'not_found';
  switch (act.act) {
    case 'preview':
      return preview(call, act.runner, act.word, now);
    case 'print':
      if (call.status !== 'executing') return 'illegal_transition';
      if (call.executor !== act.runner || act.fence !== 1) return 'stale_fence';
      if (act.lines * lineLength > call.printed) call.moves += 1;
      call.printed = Math.max(call.printed, act.lines * lineLength);
      return null;
    case 'decide':
      return decide(call, act.verb, act.verb === 'edit' ? act.edit : 0, now);
    case 'claim':
      if (call.status === 'executing') return 'already_claimed';
      if (call.status !== 'approved' || now >= call.until) return 'illegal_transition';
      call.executor = act.runner;
      call.executeBy = now + times.executionMs;
      return become(call, 'executing', now + times.leaseMs);
    case 'renew':
      if (call.status !== 'executing') return 'illegal_transition';
      if (call.executor !== act.runner || act.fence !== 1) return 'stale_fence';
      if (now >= call.until) return 'illegal_transition';
      return become(call, 'executing', Math.min(now + times.leaseMs, call.executeBy));
    case 'report':
      return report(call, act);
    case 'cancel':
      if (act.isForeign) return 'not_found';
      return cancel(call);
  }
}

/** The length of each line that is printed. */
const lineLength = 5;

function preview(call: ModelCall, runner: number, word: number, now: number): string | null {
  if (call.status === 'pending') {
    call.shownBy = runner;
    call.isShown = true;
    call.shownWord = word;
    call.approval = 'pending';
    return become(call, 'awaiting_approval', now + times.approvalMs);
  }
  return call.isShown && call.shownWord === word ? null : 'illegal_transition';
}

function undo(call: ModelCall, runner: number): string | null {
  if (call.executor !== runner) return 'not_found';
  if (call.kind !== 'medium' || call.status !== 'completed') return 'illegal_transition';
  if (!call.isUndone) call.moves += 1;
  call.isUndone = true;
  return null;
}

function decide(call: ModelCall, verb: Verb, edit: number, now: number): string | null {
  const said = `${verb}${edit}`;
  if (call.approval === 'none') return 'not_found';
  if (call.approval === 'expired') return 'approval_expired';
  if (call.approval !== 'pending') return call.decision === said ? null : 'already_decided';
  if (edit === badEdit) return 'arguments_refused';
  if (now >= call.until) {
    sweep(call, now);
    return 'approval_expired';
  }
  call.decision = said;
  if (verb === 'edit' && edit !== samePathEdit) call.isShown = false;
  call.approval = verb === 'reject' ? 'rejected' : 'approved';
  return verb === 'reject' ? become(call, 'rejected') : become(call, 'approved', now + times.claimMs);
}

/** An edit that leaves the file the same. */
const samePathEdit = 2;

/** An edit that no tool takes. */
export const badEdit = 3;

function report(call: ModelCall, { runner, status, fence, word }: Extract<Act, { act: 'report' }>): string | null {
  const holds = call.executor === runner && (fence === null || fence === 1);
  const said = status === 'completed' || status === 'failed' ? `${status}${word}` : status;
  if (call.status === 'approved') return 'not_claimed';
  if (call.status === status && holds && call.report === said) return null;
  if (call.status !== 'executing' && call.status !== 'unknown') return 'illegal_transition';
  if (call.status === 'unknown' && status === 'unknown') return 'illegal_transition';
  if (!holds) return 'stale_fence';
  call.report = said;
  return become(call, status);
}

function cancel(call: ModelCall): string | null {
  switch (call.status) {
    case 'cancelled':
      return null;
    case 'executing':
      if (!call.isToStop) call.moves += 1;
      call.isToStop = true;
      return null;
    case 'awaiting_approval':
      call.approval = 'cancelled';
      return become(call, 'cancelled');
    case 'approved':
    case 'pending':
      return become(call, 'cancelled');
    default:
      return 'illegal_transition';
  }
}

function sweep(call: ModelCall, now: number): void {
  if (now < call.until) return;
  if (call.status === 'pending') {
    call.approval = 'pending';
    become(call, 'awaiting_approval', now + times.approvalMs);
    return;
  }
  if (call.status === 'awaiting_approval') {
    call.approval = 'expired';
    become(call, 'timeout');
  } else if (call.status === 'approved') become(call, 'failed');
  else if (call.status === 'executing') {
    call.report = 'unknown';
    become(call, 'unknown');
  }
}

function become(call: ModelCall, status: CallStatus, until = Number.POSITIVE_INFINITY): null {
  call.status = status;
  call.until = until;
  call.moves += 1;
  return null;
}

/**
 * Whether some order of acts that were made at once explains their answers and what is there now; then the model is as
 * after that order.
 */
export function explain(
  model: Model,
  acts: readonly Act[],
  answers: readonly string[],
  isAsFound: (model: Model) => boolean,
): Model | null {
  if (acts.length === 0) return isAsFound(model) ? model : null;
  for (const [index, act] of acts.entries()) {
    const next = structuredClone(model);
    if (perform(next, act) !== answers[index]) continue;
    const explained = explain(next, acts.toSpliced(index, 1), answers.toSpliced(index, 1), isAsFound);
    if (explained) return explained;
  }
  return null;
}
