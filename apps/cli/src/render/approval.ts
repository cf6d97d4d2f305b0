import type { ApprovalView, DecisionResponse, Display } from '@countersign/contract';
import { renderDisplay } from './display.ts';
import { relativeText } from './duration.ts';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';
import { renderFields } from './table.ts';

/**
 * A8: a request as a person decides on it, from what the server rendered out of the sealed call. Nothing is cut off; the
 * agent's own words stand apart and last.
 */
export function renderApproval(approval: ApprovalView, style: Style, nowMs: number): string {
  const { display } = approval;
  const warnings = [...display.warnings, ...lossOf(display)];
  const fields = [
    ['risk', [style.risk(approval.risk_level), ...approval.reasons.map((reason) => printable(reason))]],
    ...effectsField(approval),
    ...placeFields(approval, style),
    ['rule', printable(approval.rule_id)],
    ['asked by', `${printable(approval.agent.name)}, ${relativeText(approval.requested_at, nowMs)}`],
    ['session', approval.session_id],
    stateField(approval, style, nowMs),
    ['tool', printable(approval.tool_name)],
  ] as const;
  return [
    `${style.strong(printable(display.title))}\n`,
    renderFields(fields, style),
    renderDisplay(display, style),
    ...(warnings.length > 0 ? [warnings.map((warning) => style.warning(`  ! ${printable(warning)}\n`)).join('')] : []),
    ...agentNote(approval, style),
    ...offers(approval, style),
    renderFields(
      [
        ['approval', approval.approval_id],
        ['digest', approval.digest],
      ],
      style,
    ),
  ].join('\n');
}

/** The parts of a script tell their own. */
function effectsField({ effects, display }: ApprovalView): readonly (readonly ['effects', readonly string[]])[] {
  const isScript = display.sections.some(({ kind }) => kind === 'script');
  return effects.length === 0 || isScript
    ? []
    : [['effects', effects.map(({ kind, target }) => `${kind} ${printable(target)}`)]];
}

/** Where it would run, and with what reach; told while it waits. */
function placeFields(
  { runs_on, target, source, network, status }: ApprovalView,
  style: Style,
): readonly (readonly [string, readonly string[]])[] {
  if (status !== 'pending') return [];
  if (target === 'server') {
    return [
      ['runs on', [source === 'builtin' ? 'the server' : `the server, which asks the service ${printable(source)}`]],
    ];
  }
  const places = runs_on.map(({ name, machine, sandbox }) => {
    const place = `${printable(name)} on ${printable(machine)}`;
    return sandbox === 'none' ? style.bad(`${place}, WITHOUT A SANDBOX`) : `${place}, in ${sandbox}`;
  });
  const none = style.warning('nobody is there to run it now; it waits for a runner once it is approved');
  return [
    ['runs on', places.length === 0 ? [none] : places],
    ...(network ? [['network', [style.warning('it may use the network')]] as const] : []),
  ];
}

function lossOf({ complete, showable }: Display): string[] {
  if (!showable) return ['This call could not be shown. It cannot be approved.'];
  return complete ? [] : ['A part of this call could not be shown. It cannot be remembered.'];
}

export function renderDecision({ decision, call_status, grant }: DecisionResponse, style: Style): string {
  const verbs = { approve: 'Approved', reject: 'Rejected', edit: 'Approved with changed arguments' } as const;
  const paint = decision.decision === 'reject' ? style.bad : style.good;
  const lines = [
    `${paint(verbs[decision.decision])} by ${printable(decision.decided_by.name)}; the call is ${call_status}.`,
  ];
  if (grant)
    lines.push(
      `Remembered: ${printable(grant.text)}. Take it back with \`countersign grants revoke ${grant.grant_id}\`.`,
    );
  if (grant?.warning) lines.push(style.warning(`! ${printable(grant.warning)}`));
  return `${lines.join('\n')}\n`;
}

function stateField(
  { status, decision, deadline_at }: ApprovalView,
  style: Style,
  nowMs: number,
): readonly [string, string[]] {
  if (decision) {
    const { decided_by, decided_at, feedback } = decision;
    const who = `${status} by ${printable(decided_by.name)}, ${relativeText(decided_at, nowMs)}`;
    return ['state', [style.strong(who), ...(feedback === null ? [] : printableLines(feedback))]];
  }
  if (status !== 'pending') return ['state', [style.strong(status)]];
  if (deadline_at === null) return ['state', [`${style.strong('waits for a decision')}, without a deadline`]];
  return [
    'state',
    [`${style.strong('waits for a decision')}; times out ${relativeText(deadline_at, nowMs)} (${deadline_at})`],
  ];
}

function agentNote({ agent_note }: ApprovalView, style: Style): string[] {
  if (agent_note === null) return [];
  const lines = printableLines(agent_note).map((line) => `  | ${line}`);
  return [`  ${style.faint('the agent says (its own words, not checked):')}\n${lines.join('\n')}\n`];
}

function offers({ scopes, status }: ApprovalView, style: Style): string[] {
  if (status !== 'pending' || scopes.length === 0) return [];
  const lines = scopes.map(({ scope, text, warning, past_calls: past }) => {
    const covered = past === null ? '' : ` (would have covered ${past.covered} of the last ${past.of} calls)`;
    const offer = `  --scope ${scope.padEnd(8)} ${printable(text)}${covered}`;
    return warning === null ? offer : `${offer}\n${style.warning(`  ${' '.repeat(16)} ! ${printable(warning)}`)}`;
  });
  return [`  ${style.faint('approving can reach:')}\n${lines.join('\n')}\n`];
}
