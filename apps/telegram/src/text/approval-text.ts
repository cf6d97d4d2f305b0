import type { ApprovalView, RiskLevel } from '@countersign/contract';
import { cutText } from '@countersign/policy';
import { limits } from '../limits.ts';
import { actionText } from './action-text.ts';
import { bold, code, lengthOf, type Piece, plain, pre, shownByServer, shownName, shownText } from './rich-text.ts';
import { timeText } from './time-text.ts';

/** A sign beside the word, never instead of it. */
const riskSigns: Readonly<Record<RiskLevel, string>> = { LOW: '🟢', MEDIUM: '🟠', HIGH: '🔴' };

/** A HIGH request that was pressed once. */
export type Armed = { readonly verb: 'approve' | 'approve_class' };

export type ApprovalText = {
  readonly pieces: readonly Piece[];
  /** A8: false where a part had to be left out, here or by the server: then this is no place to approve it. */
  readonly isWhole: boolean;
  /** The exact words of what a class would allow; null where none is offered, or they do not fit. */
  readonly classOffer: string | null;
};

/** A request as a person decides on it. The action gets all the room that the rest leaves. */
export function approvalText(approval: ApprovalView, armed: Armed | null = null): ApprovalText {
  const classOffer = classOfferOf(approval);
  const action = actionText(approval.display);
  const offer =
    classOffer === null
      ? []
      : [plain('\n\n'), bold('Approve class'), plain(' also allows from now on: '), code(classOffer)];
  const before = headOf(approval);
  const after = [...placeOf(approval), ...agentNoteOf(approval), ...offer, ...deadlineOf(approval)];
  const last = armed === null ? [] : confirmHint(armed);
  // Kept free from the beginning, so that what could be pressed once can be confirmed.
  const kept = approval.risk_level === 'HIGH' ? confirmHint({ verb: 'approve_class' }) : [];
  const room = limits.messageLengthMax - lengthOf([...before, ...after, ...kept]);
  if (action.length <= room) {
    const { showable } = approval.display;
    return { pieces: [...before, pre(action), ...after, ...last], isWhole: showable, classOffer };
  }
  return { ...cutToFit(approval, before, action), classOffer: null };
}

function confirmHint({ verb }: Armed): Piece[] {
  const what = verb === 'approve' ? 'Approve once' : 'Approve class';
  return [plain('\n\n'), bold(`‼️ HIGH risk. ${what} was pressed: confirm it within a minute, or nothing happens.`)];
}

/** What is left of it says that it is cut, by how much, and that it is not for approving. */
function cutToFit(
  approval: ApprovalView,
  before: readonly Piece[],
  action: string,
): Pick<ApprovalText, 'pieces' | 'isWhole'> {
  const noteOf = (left: number): Piece =>
    bold(
      `\n\n✂️ Cut here: ${left} more characters do not fit into a message. What cannot be read in full cannot be approved here; open it in the browser, or use \`countersign approvals show ${approval.approval_id}\`.`,
    );
  const after = deadlineOf(approval);
  const head = cutPieces(before, limits.messageLengthMax / 2);
  const room = limits.messageLengthMax - lengthOf([...head, ...after, noteOf(Number.MAX_SAFE_INTEGER)]);
  const shown = cutText(action, room);
  return { pieces: [...head, pre(shown), noteOf(action.length - shown.length), ...after], isWhole: false };
}

function headOf({ risk_level, tool_name, agent, display, reasons }: ApprovalView): Piece[] {
  const warnings = display.warnings.map((warning) => `⚠️ ${shownByServer(warning)}`);
  const why = [...reasons.map(shownByServer), ...warnings, ...lossOf(display)];
  return [
    bold(`${riskSigns[risk_level]} ${risk_level} risk · ${shownName(tool_name)}`),
    plain('\n'),
    code(shownName(agent.name)),
    plain(' asks: '),
    code(shownByServer(display.title)),
    ...(why.length === 0 ? [] : [plain('\n\n'), code(why.join('\n'))]),
    plain('\n\n'),
  ];
}

function lossOf({ showable, complete }: ApprovalView['display']): string[] {
  if (!showable) return ['⚠️ This call could not be shown. It cannot be approved.'];
  return complete ? [] : ['⚠️ A part of this call could not be shown. It cannot be remembered.'];
}

/** Where it would run, and with what reach. */
function placeOf({ target, source, runs_on, network }: ApprovalView): Piece[] {
  if (target === 'server')
    return [plain(`\n\nRuns on the server${source === 'builtin' ? '' : `, which asks ${shownName(source)}`}.`)];
  const places = runs_on.map(({ name, machine, sandbox }) => {
    const place = `${shownName(name)} on ${shownName(machine)}`;
    return sandbox === 'none' ? `${place}, WITHOUT A SANDBOX` : `${place}, in ${sandbox}`;
  });
  const where = places.length === 0 ? 'Nobody is there to run it now.' : `Runs on ${places.join('; ')}.`;
  return [plain(`\n\n${where}${network ? ' It may use the network.' : ''}`)];
}

function agentNoteOf({ agent_note }: ApprovalView): Piece[] {
  if (agent_note === null) return [];
  const shown = shownText(agent_note);
  const cut = cutText(shown, limits.agentNoteLengthMax);
  const rest = shown.length > cut.length ? ' (cut)' : '';
  return [plain('\n\nThe agent says (its own words, not checked): '), code(cut), plain(rest)];
}

function deadlineOf({ deadline_at }: ApprovalView): Piece[] {
  return [
    plain(deadline_at === null ? '\n\nIt waits without a deadline.' : `\n\nDecide until ${timeText(deadline_at)}.`),
  ];
}

function classOfferOf({ scopes, display }: ApprovalView): string | null {
  const offer = display.showable ? scopes.find(({ scope }) => scope === 'class') : undefined;
  if (!offer) return null;
  const text = shownByServer(offer.text);
  const words = offer.warning === null ? text : `${text} ⚠️ ${shownByServer(offer.warning)}`;
  return words.length <= limits.offerLengthMax ? words : null;
}

/** The beginning of some pieces, with a sign where they were cut. */
function cutPieces(pieces: readonly Piece[], lengthMax: number): Piece[] {
  const kept: Piece[] = [];
  let room = lengthMax;
  for (const piece of pieces) {
    if (piece.text.length > room)
      return [...kept, { ...piece, text: cutText(piece.text, room) }, plain(' … (cut)\n\n')];
    kept.push(piece);
    room -= piece.text.length;
  }
  return kept;
}
