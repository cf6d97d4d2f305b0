import type { JsonValue } from '@countersign/contract';
import { httpLimits } from './limits.ts';
import type { ResponseBody } from './upstream-response.ts';

/** What the bytes of an answer are: JSON where it says so and is, text where it is text, bytes otherwise. */
export function readContent(bytes: Uint8Array, contentType: string | null, isCut: boolean): ResponseBody {
  if (bytes.length === 0) return { kind: 'none' };
  const text = textOfBytes(bytes, contentType);
  if (text === null) return { kind: 'bytes', base64: Buffer.from(bytes).toString('base64'), isCut };
  const value = !isCut && isJsonType(contentType, text) ? jsonOfText(text) : undefined;
  return value === undefined ? { kind: 'text', text, isCut } : { kind: 'json', value };
}

/** The beginning of a file as text; null where it is none. */
export function headOf(bytes: Uint8Array, contentType: string | null): string | null {
  const text = textOfBytes(bytes.subarray(0, httpLimits.headLengthMax * 4), contentType, true);
  return text === null ? null : text.slice(0, httpLimits.headLengthMax).toWellFormed();
}

function typeOf(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase();
}

function isJsonType(contentType: string | null, text: string): boolean {
  const type = typeOf(contentType);
  return type === ''
    ? /^\s*[{[]/.test(text.slice(0, 100))
    : type === 'text/json' || /^application\/(.+\+)?json$/.test(type);
}

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /^application\/(.+\+)?(json|xml|yaml|x-yaml|javascript|x-ndjson|jsonl|graphql|sql|toml|csv)$/.test(type) ||
    type === 'application/x-www-form-urlencoded'
  );
}

/** Bytes that say they are text are decoded whatever they hold; those that say nothing only where they really are. */
function textOfBytes(bytes: Uint8Array, contentType: string | null, isPart = false): string | null {
  const type = typeOf(contentType);
  if (isTextType(type)) return decoderFor(contentType).decode(bytes);
  if (type !== '' && type !== 'application/octet-stream') return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPart });
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}

function decoderFor(contentType: string | null): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([\w:.-]{1,40})"?/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** Undefined where it is no JSON after all, or nested so deeply that others would stumble over it. */
function jsonOfText(text: string): JsonValue | undefined {
  if (isDeeperThan(text, httpLimits.jsonDepthMax)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Brackets in strings do not count; they are skipped as strings are. */
function isDeeperThan(text: string, depthMax: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}
