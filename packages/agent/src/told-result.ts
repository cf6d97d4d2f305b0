import type { JsonValue, Outcome } from '@countersign/contract';
import { cutMiddle } from './cut-text.ts';
import type { RequestedCall, ToldResult } from './entry.ts';
import type { CallStanding } from './ports.ts';

/** How a result that is too long is to be asked for: tools have pages, offsets and limits. */
const CUT_NOTE = 'Ask for a smaller piece to see it: a narrower path, an offset and a limit, or the next page';

/** W2: what the model is told of a call that settled, in words it can act on. */
export function toldResult(call: RequestedCall, standing: CallStanding, lengthMax: number): ToldResult {
  return {
    ...named(call),
    status: standing.status,
    isError: standing.status !== 'completed',
    text: cutMiddle(wordsOf(standing), lengthMax, CUT_NOTE),
  };
}

/** Of a call that was never submitted, because what the model asked for is no call. */
export function toldProblem(call: RequestedCall, problem: string): ToldResult {
  const text = `The call is not valid: ${problem} Nothing was done. Correct it and ask again.`;
  return { ...named(call), status: null, isError: true, text };
}

function named({ callId, modelCallId, toolName }: RequestedCall) {
  return { callId, modelCallId, toolName };
}

function wordsOf({ status, outcome, result, error }: CallStanding): string {
  if (status === 'completed') return joined(remarkOn(outcome), resultText(result));
  if (outcome === null) return joined(`The call ended as ${status}.`, error ?? '');
  return joined(refusalOf(outcome), partOf(result));
}

/** What a person changed or said comes first: what ran is not what was asked for. */
function remarkOn(outcome: Outcome | null): string {
  const isTold = outcome?.kind === 'edited' || outcome?.feedback !== undefined;
  return isTold ? outcome.message : '';
}

/** A person's own words first: they say what to do instead. */
function refusalOf(outcome: Outcome): string {
  if (outcome.kind === 'denied_by_human')
    return joined(
      `${outcome.decided_by ?? 'The user'} says: ${outcome.feedback ?? 'no.'}`,
      'The call was rejected and did not run. Do not ask for the same again; do what was said, or find another way.',
    );
  if (outcome.kind === 'unknown') return joined(outcome.message, 'Look at what is there before you try again.');
  return outcome.message;
}

/** A failed command may have printed something before. */
function partOf(result: JsonValue): string {
  return result === null ? '' : joined('What it gave until then:', resultText(result));
}

function resultText(result: JsonValue): string {
  if (typeof result === 'string') return result === '' ? '(no output)' : result;
  return isToolResult(result) ? commandText(result) : JSON.stringify(result);
}

/** T3: what every local tool answers. */
type LocalResult = {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated_lines?: boolean;
  readonly truncated_bytes?: boolean;
  readonly next_page_cursor?: string | null;
};

function isToolResult(value: JsonValue): value is LocalResult & { readonly [key: string]: JsonValue } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { exit_code: exitCode, stdout, stderr } = value as { readonly [key: string]: JsonValue };
  return typeof exitCode === 'number' && typeof stdout === 'string' && typeof stderr === 'string';
}

function commandText(result: LocalResult): string {
  const cursor = result.next_page_cursor ?? null;
  const isCut = result.truncated_lines === true || result.truncated_bytes === true;
  return joined(
    result.exit_code === 0 ? '' : `Exit code ${result.exit_code}.`,
    result.stdout === '' && result.stderr === '' ? '(no output)' : result.stdout,
    result.stderr === '' ? '' : `stderr:\n${result.stderr}`,
    cursor === null ? '' : `[There is more: call it again with the same arguments and cursor "${cursor}".]`,
    isCut && cursor === null ? '[The output was cut because it is too long.]' : '',
  );
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
