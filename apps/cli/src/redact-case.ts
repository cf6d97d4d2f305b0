import { createRedactor } from '@countersign/redaction';

type RedactedCase = { readonly id: unknown; readonly text: string };
type Outcome = { readonly ok: true; readonly value: RedactedCase } | { readonly ok: false; readonly reason: string };

/** Answers one line of `redact --jsonl`. What is wrong with a line is said without a word of what it holds. */
export function redactCase(line: string, known: readonly string[]): Outcome {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return refuse('not valid JSON; write one object a line, such as {"id":1,"text":"A_TOKEN=x"}');
  }
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    return refuse('not an object; write {"id":1,"text":"…"}');
  const { id = null, text, chunks, known_secrets: own = [] } = given;
  if (!isTexts(own)) return refuse('known_secrets must be a list of texts');
  if (chunks !== undefined && !isTexts(chunks)) return refuse('chunks must be a list of texts');
  if (chunks === undefined && typeof text !== 'string') return refuse('text is missing; it must be a text');
  const redactor = createRedactor([...known, ...own]);
  if (chunks === undefined) return { ok: true, value: { id, text: redactor.text(text as string) } };
  const stream = redactor.stream();
  const pieces = chunks.map((chunk) => stream.write(chunk));
  return { ok: true, value: { id, text: pieces.join('') + stream.end() } };
}

function refuse(reason: string): Outcome {
  return { ok: false, reason };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
