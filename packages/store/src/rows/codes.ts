import type { ApprovalStatus, CallStatus, EventType, ToolTarget } from '@countersign/contract';

/** Words that indexes speak of, as numbers. One that was given out never means anything else. */
export const callStatusCodes = {
  pending: 0,
  awaiting_approval: 1,
  approved: 2,
  executing: 3,
  completed: 4,
  rejected: 5,
  timeout: 6,
  failed: 7,
  cancelled: 8,
  unknown: 9,
} as const satisfies { [Status in CallStatus]: number };

export const approvalStatusCodes = {
  pending: 0,
  approved: 1,
  rejected: 2,
  expired: 3,
  cancelled: 4,
} as const satisfies { [Status in ApprovalStatus]: number };

export const targetCodes = { server: 0, runner: 1 } as const satisfies { [Target in ToolTarget]: number };

/** Types of events that indexes speak of: the first names there are, so that their numbers are known. Only added to. */
export const numberedTypes = [
  'tool_call.output',
  'turn.started',
  'process.started',
  'process.stopped',
  'process.crashed',
  'process.crash_looped',
  'agent.started',
  'agent.resumed',
  'agent.paused',
  'agent.completed',
  'agent.stopped',
  'agent.failed',
  'agent.cancelled',
] as const satisfies EventType[];

export const outputTypeNo = 1;
/** Of `turn.started` and all that is said of processes. */
export const nodeTypeNos = [2, 3, 4, 5, 6] as const;
/** Of what a process does with runs. */
export const runTypeNos = [7, 8, 9, 10, 11, 12, 13] as const;

export const callStatusOf = wordOf(callStatusCodes);
export const approvalStatusOf = wordOf(approvalStatusCodes);
export const targetOf = wordOf(targetCodes);

function wordOf<Word extends string>(codes: Readonly<Record<Word, number>>): (code: number) => Word {
  const words = new Map(Object.entries<number>(codes).map(([word, code]) => [code, word as Word]));
  return (code) => {
    const word = words.get(code);
    if (word === undefined) throw new Error(`The database holds the code ${code}, which means nothing here.`);
    return word;
  };
}
