import { type Change, type Simulation, simulate, type ToolToJudge, type Verdict } from '@countersign/policy';
import { printable } from '../../render/printable.ts';
import { shortIds } from '../../render/short-ids.ts';
import type { Style } from '../../render/style.ts';
import { renderTable } from '../../render/table.ts';
import type { Terminal } from '../../terminal.ts';
import { judgeWith, openPolicy, type Place, workspaceAt } from './open-judge.ts';
import type { RecordedCall } from './recorded-call.ts';

type Simulated = Simulation<RecordedCall>;

const progressEvery = 500;

/** Reads both policies, so that a broken draft is told before any call is read, and then compares them. */
export function simulateDraft(
  files: { readonly before: string | null; readonly after: string },
  place: Place,
  terminal: Terminal,
): (calls: readonly RecordedCall[], tools: readonly ToolToJudge[]) => Simulated {
  const [before, after] = [openPolicy(files.before, terminal), openPolicy(files.after, terminal)];
  const workspace = workspaceAt(place, terminal);
  return (calls, tools) => {
    const [judgeBefore, judgeAfter] = [judgeWith(before, tools), judgeWith(after, tools)];
    return simulate(
      withProgress(calls, terminal),
      (call) => judgeBefore(call, workspace),
      (call) => judgeAfter(call, workspace),
    );
  };
}

function* withProgress(calls: readonly RecordedCall[], terminal: Terminal): Generator<RecordedCall> {
  for (const [index, call] of calls.entries()) {
    if (terminal.showsProgress && index % progressEvery === 0)
      terminal.warn(`\rjudged ${index} of ${calls.length} calls`);
    yield call;
  }
  if (terminal.showsProgress) terminal.warn(`\rjudged ${calls.length} of ${calls.length} calls\n`);
}

export function documentOf({ calls, unchanged, newly }: Simulated): unknown {
  const list = (changes: readonly Change<RecordedCall>[]) =>
    changes.map(({ call, before, after }) => ({
      tool_id: call.id,
      tool: call.tool,
      description: call.description,
      before: shortVerdict(before),
      after: shortVerdict(after),
    }));
  return {
    calls,
    unchanged,
    newly_allow: list(newly.allow),
    newly_ask: list(newly.ask),
    newly_deny: list(newly.deny),
  };
}

function shortVerdict({ outcome, risk, ruleId, reasons }: Verdict) {
  return { outcome, risk, rule: ruleId, reasons };
}

export function renderSimulation({ calls, unchanged, newly }: Simulated, style: Style): string {
  const { allow, ask, deny } = newly;
  const head = `Of ${calls} recorded calls, the draft would newly allow ${allow.length}, newly ask ${ask.length}, newly deny ${deny.length}. ${unchanged} stay as they are.\n`;
  const changes = [...deny, ...ask, ...allow];
  if (changes.length === 0) return head;
  const short = shortIds(changes.map(({ call }) => call.id!));
  const rows = changes.map(({ call, before, after }) => [
    short(call.id!),
    `${before.outcome} -> ${after.outcome}`,
    style.risk(after.risk),
    printable(after.ruleId),
    printable(call.description),
  ]);
  return `${head}\n${renderTable(['ID', 'CHANGE', 'RISK', 'RULE', 'WHAT'], rows, style)}`;
}
