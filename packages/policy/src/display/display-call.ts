import type { Display, DisplaySection, JsonObject, JsonValue, PreviewFile } from '@countersign/contract';
import type { Judgement } from '../judgement/judgement.ts';
import { limits } from '../limits.ts';
import type { Ruling } from '../verdict.ts';
import { argvSection } from './argv-section.ts';
import { editSection, type Present, writeSection } from './diff-section.ts';
import { fieldsSection } from './fields-section.ts';
import { editedFileSection, runFileSection } from './file-sections.ts';
import { findWarnings } from './find-warnings.ts';
import { displayLimits } from './limits.ts';
import { createMeter, type Meter } from './meter.ts';
import { requestSection, type ShownRequest } from './request-section.ts';
import { scriptSection } from './script-section.ts';
import { summary } from './summary.ts';

/** A call as it is shown: its arguments in canonical form, secrets masked. */
export type ShownCall = { readonly toolName: string; readonly params: JsonObject };

/** What is known beside the arguments. It is made from what is not masked, so it comes with what masks it (G8). */
export type Known = {
  readonly mask: (text: string) => string;
  /** What was found in the arguments as they will run. */
  readonly judged: {
    readonly judgement: Judgement;
    /** What was decided about each part; without it every part above LOW counts as a reason to ask. */
    readonly rulings?: readonly Ruling[];
    readonly arguments: JsonObject;
  } | null;
  /** The files that it would change or run, as a runner has them. */
  readonly files: readonly PreviewFile[];
  /** What a service would be sent; absent where the call is not about one. */
  readonly request?: ShownRequest | null;
};

const glimpse = { lengthMax: displayLimits.glimpseLengthMax, rowsMax: displayLimits.glimpseRowsMax };

const nothingKnown: Known = { mask: (text) => text, judged: null, files: [] };

/**
 * A8: what a person reads before deciding, made from the arguments that will run and from nothing an agent wrote about
 * them. All of it is plain text. Two calls of a tool that are shown in full and look the same are the same. Whether a
 * call is complete and showable is a matter of its arguments alone, whatever else is known.
 */
export function displayCall(call: ShownCall, known: Known = nothingKnown): Display {
  const meter = createMeter();
  const inFull = sectionsOf(call, known, meter);
  const { isComplete: complete, isShowable: showable } = meter;
  return {
    title: summary(call.toolName, call.params),
    sections: showable ? inFull : sectionsOf(call, nothingKnown, createMeter(glimpse)),
    complete,
    showable,
    warnings: [...(complete ? [] : [lengthWarning(meter)]), ...(showable ? findWarnings(call.params) : [])],
  };
}

/** A8: a call of which too much could not be shown cannot be approved. */
export function isShowable(call: ShownCall): boolean {
  return measure(call).isShowable;
}

/** A8: a call that cannot be shown in full cannot be remembered. */
export function isShownInFull(call: ShownCall): boolean {
  return measure(call).isComplete;
}

function measure(call: ShownCall): Meter {
  const meter = createMeter();
  sectionsOf(call, nothingKnown, meter);
  return meter;
}

function lengthWarning({ length, isShowable: showable }: Meter): string {
  return showable
    ? `This call is too long to show in full: ${length} characters, ${limits.displayLengthMax} are shown at most, in ${displayLimits.rowsMax} lines. A decision on it cannot be remembered.`
    : `This call cannot be shown: it has more than ${displayLimits.showableLengthMax} characters or ${displayLimits.showableRowsMax} lines. It cannot be approved.`;
}

/** By the shape of the arguments for commands, which many tools share; by the tool where a meaning is ours. */
function sectionsOf({ toolName, params }: ShownCall, known: Known, meter: Meter): DisplaySection[] {
  const { command, args, cmd, content, mode, find, replace, all } = params;
  if (typeof command === 'string' && isArgv(args)) {
    const argv = argvSection([command, ...args], meter);
    return [argv, ...rest(without(params, 'command', 'args'), meter), ...filesThatRun(known)];
  }
  if (toolName === 'bash' && typeof cmd === 'string') {
    const real = known.judged?.arguments.cmd;
    const judged =
      known.judged && typeof real === 'string' ? { ...known.judged, script: real, mask: known.mask } : null;
    const script = scriptSection(cmd, judged, meter);
    return [script, ...rest(without(params, 'cmd'), meter), ...filesThatRun(known)];
  }
  if (isWrite(toolName) && typeof content === 'string' && isMode(mode)) {
    const fields = rest(without(params, 'content'), meter);
    return [...fields, writeSection({ content, isAppended: mode === 'append', present: presentOf(known) }, meter)];
  }
  if (toolName === 'edit' && typeof find === 'string' && typeof replace === 'string') {
    const fields = rest(without(params, 'find', 'replace'), meter);
    const content = presentOf(known)?.content ?? null;
    const inFile = content === null ? [] : [editedFileSection(content, { find, replace, isEverywhere: all === true })];
    return [...fields, editSection(find, replace, all === true, meter), ...inFile];
  }
  return [...(known.request ? [requestSection(known.request, known.mask)] : []), ...rest(params, meter)];
}

/** The one file that a write or an edit is about; null where its content is not known. */
function presentOf({ files: [file], mask }: Known): Present | null {
  if (!file || (file.sha256 !== null && file.text === null)) return null;
  return { content: file.text === null ? null : mask(file.text) };
}

function filesThatRun({ files, mask }: Known): DisplaySection[] {
  return files.flatMap(({ text, ...file }) =>
    file.sha256 === null ? [] : [runFileSection({ ...file, text: text === null ? null : mask(text) })],
  );
}

function rest(params: JsonObject, meter: Meter): DisplaySection[] {
  return Object.keys(params).length === 0 ? [] : [fieldsSection(params, meter)];
}

function without(params: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
}

function isArgv(value: JsonValue | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isWrite(toolName: string): boolean {
  return toolName === 'write_file' || toolName === 'write';
}

/** Another mode than these is shown as it is, without a guess at what it does. */
function isMode(mode: JsonValue | undefined): boolean {
  return [undefined, 'write', 'overwrite', 'append'].includes(mode as string | undefined);
}
