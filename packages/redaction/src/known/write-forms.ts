import { limits } from '../limits.ts';

/** A text in which a known value shows, and how many more characters on each side may hold bits of it. */
export type Form = { readonly text: string; readonly before: number; readonly after: number };

/** Every form in which a value is commonly written: as it is, escaped, encoded, backwards. */
export function writeForms(value: string): readonly Form[] {
  const forms = new Map<string, Form>();
  const add = (text: string, before = 0, after = 0): void => {
    if (text.length >= limits.knownValueLengthMin && !forms.has(text)) forms.set(text, { text, before, after });
  };
  for (const text of plainForms(value)) add(text);
  for (const bytes of [Buffer.from(value), Buffer.from(value, 'utf16le')]) {
    for (const text of hexForms(bytes.toString('hex'))) add(text);
    for (const form of base64Forms(bytes)) add(form.text, form.before, form.after);
  }
  return [...forms.values()];
}

function plainForms(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = encodeUri(value);
  const everyByte = Buffer.from(value).toString('hex').replace(/../g, '%$&');
  return [
    value,
    value.toUpperCase(),
    value.toLowerCase(),
    [...value].reverse().join(''),
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    escapeNonAscii(json),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    percent.replaceAll('%20', '+'),
    percent.replaceAll('%2F', '/'),
    strictUri(percent),
    strictUri(percent).replaceAll('%20', '+'),
    encodeURIComponent(percent),
    everyByte,
    everyByte.toUpperCase(),
    escapeHtml(value, '&#39;'),
    escapeHtml(value, '&apos;'),
    value.replaceAll("'", "'\\''"),
    value.replaceAll("'", "''"),
    value.replace(/[\\$"`]/g, '\\$&'),
  ];
}

function hexForms(hex: string): readonly string[] {
  const bytes = hex.match(/../g)!;
  const forms = [
    hex,
    ...['\\x', ' ', ':', ', 0x', ',0x', '-'].map((glue) => bytes.join(glue)),
    hex.match(/.{1,4}/g)!.join(' '),
  ];
  return forms.flatMap((form) => [form, form.toUpperCase()]);
}

/** Inside a longer encoded text a value begins at any of three places; its outermost characters hold bits of others. */
function base64Forms(bytes: Buffer): readonly Form[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const skipped = [0, 2, 3][offset]!;
    const hasPartialEnd = (offset + bytes.length) % 3 !== 0;
    const core = encoded.slice(skipped, hasPartialEnd ? -1 : undefined);
    const form = { before: offset === 0 ? 0 : 1, after: hasPartialEnd ? 1 : 0 };
    return [
      { text: core, ...form },
      { text: core.replaceAll('+', '-').replaceAll('/', '_'), ...form },
    ];
  });
}

function encodeUri(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/** Some encoders also write what encodeURIComponent leaves. */
function strictUri(percent: string): string {
  return percent.replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function escapeHtml(value: string, apostrophe: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": apostrophe };
  return value.replace(/[&<>"']/g, (sign) => entities[sign]!);
}

function escapeNonAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
