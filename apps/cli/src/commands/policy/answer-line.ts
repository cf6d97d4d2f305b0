import type { JsonObject, JsonValue } from '@countersign/contract';
import { deniedArguments, deniedCall, parseStrictJson, type Verdict, type Workspace } from '@countersign/policy';
import type { Judge } from './open-judge.ts';
import type { Line } from './read-lines.ts';

/** What is written for each line of input. */
export type LineAnswer = {
  readonly id: JsonValue;
  readonly outcome: Verdict['outcome'];
  readonly risk: Verdict['risk'];
  readonly rule: string;
  readonly reasons: readonly string[];
  readonly effects: Verdict['effects'];
};

export type LineJudge = {
  readonly judge: Judge;
  /** Of a line's own root and home, each undefined where it has none. */
  readonly workspaceOf: (root: string | undefined, home: string | undefined) => Workspace;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** G7: one line, one answer. Whatever cannot be read or judged is denied, and says why. */
export function answerLine(line: Line, lineJudge: LineJudge): LineAnswer {
  const { id, verdict } = judgeLine(line, lineJudge);
  const { outcome, risk, ruleId, reasons, effects } = verdict;
  return { id, outcome, risk, rule: ruleId, reasons, effects };
}

type Judged = { readonly id: JsonValue; readonly verdict: Verdict };

const invalidLine = (reason: string) => deniedCall('builtin.request.invalid', reason);

function judgeLine(line: Line, lineJudge: LineJudge): Judged {
  if (line === null) return { id: null, verdict: invalidLine('The line is too long to be a call.') };
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    return { id: null, verdict: invalidLine('The line is not UTF-8.') };
  }
  let request: unknown;
  try {
    request = parseStrictJson(text);
  } catch (error) {
    return { id: idInside(text), verdict: invalidLine(`The line cannot be read: ${(error as Error).message}`) };
  }
  if (!isObject(request)) return { id: null, verdict: invalidLine('The line is no JSON object.') };
  const { id = null } = request;
  try {
    return { id, verdict: judgeObject(request, lineJudge) };
  } catch (error) {
    // A fault of the judge is no reason to let something through, nor to leave the lines after it without an answer.
    return {
      id,
      verdict: deniedCall('builtin.judge.failed', `The call could not be judged: ${(error as Error).message}`),
    };
  }
}

function judgeObject(request: JsonObject, { judge, workspaceOf }: LineJudge): Verdict {
  const { tool, params, params_raw: raw, root, home } = request;
  if (typeof tool !== 'string') return invalidLine('`tool` must be the name of a tool.');
  if (!isOptionalText(root) || !isOptionalText(home)) return invalidLine('`root` and `home` must be paths.');
  if (params !== undefined && raw !== undefined) return invalidLine('Give `params` or `params_raw`, not both.');
  const given = raw === undefined ? { ok: true as const, value: params ?? {} } : parseRaw(raw);
  if (!given.ok) return deniedArguments([given.problem]);
  if (!isObject(given.value)) return deniedArguments(['they must be a JSON object']);
  const whose = { agentId: '', sessionId: '', projectId: '' };
  return judge({ tool, params: given.value, ...whose }, workspaceOf(root, home));
}

function parseRaw(raw: JsonValue): { ok: true; value: unknown } | { ok: false; problem: string } {
  if (typeof raw !== 'string') return { ok: false, problem: '`params_raw` must be a JSON text' };
  try {
    return { ok: true, value: parseStrictJson(raw) };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  }
}

/** So that whoever sent a line with a key given twice still learns which one was refused. */
function idInside(text: string): JsonValue {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value.id ?? null) : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOptionalText(value: JsonValue | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
