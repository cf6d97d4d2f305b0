import { createHash } from 'node:crypto';

/** The interface as a page a person can read, made from the OpenAPI document and needing nothing else. */
export function docsPage(document: Record<string, unknown>): string {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([name, list]) => `<section><h2 id="${name}">${escapeHtml(name)}</h2>${list.map(operationHtml).join('')}</section>`,
  );
  const links = [...groups.keys()].map((name) => `<a href="#${name}">${escapeHtml(name)}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Countersign API</title><style>${style}</style></head><body><header><h1>Countersign API</h1>
<p>Errors are <code>application/problem+json</code> with a stable <code>code</code>. The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p><nav>${links}</nav></header>
<main>${sections.join('')}</main></body></html>`;
}

type Schema = { readonly [key: string]: unknown };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-access': string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
  readonly responses: Record<
    string,
    { readonly description: string; readonly content?: Record<string, { readonly schema: Schema }> }
  >;
};

function operationHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters.map(({ name, in: place, required, schema }) => [
    name,
    `${place}${required ? '' : ', optional'}`,
    describe(schema),
  ]);
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => [
    status,
    Object.keys(content ?? {}).join(', ') || '–',
    description,
  ]);
  return `<details id="${operation.operationId}"><summary><b class="${method}">${method}</b> <code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<p>For: ${escapeHtml(operation['x-access'])}</p>
${table(['parameter', 'where', 'what'], parameters)}
${body ? `<h4>Body</h4>${schemaTable(body)}` : ''}
<h4>Answers</h4>${table(['status', 'type', 'when'], answers)}
${answerSchemas(operation)}</details>`;
}

function answerSchemas({ responses }: Operation): string {
  const schema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
    ?.schema;
  return schema?.properties ? `<h4>Fields of the answer</h4>${schemaTable(schema)}` : '';
}

function schemaTable(schema: Schema): string {
  const required = new Set((schema.required ?? []) as string[]);
  const rows = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, property]) => [
    name,
    required.has(name) ? 'always' : 'optional',
    describe(property),
  ]);
  return table(['field', '', 'what'], rows);
}

/** A schema in a few words: its type, its bounds, and what it says of itself. */
function describe(schema: Schema): string {
  const parts: string[] = [];
  if (Array.isArray(schema.enum)) parts.push((schema.enum as string[]).join(' | '));
  else if (Array.isArray(schema.anyOf)) parts.push((schema.anyOf as Schema[]).map(describe).join(' | '));
  else if ('const' in schema) parts.push(JSON.stringify(schema.const));
  else if (schema.type === 'array') parts.push(`list of ${describe((schema.items ?? {}) as Schema)}`);
  else if (schema.properties) parts.push(`{ ${Object.keys(schema.properties as object).join(', ')} }`);
  else parts.push(String(schema.type ?? 'any JSON'));
  for (const bound of ['minimum', 'maximum', 'maxLength', 'maxItems', 'default'] as const) {
    if (schema[bound] !== undefined) parts.push(`${bound} ${JSON.stringify(schema[bound])}`);
  }
  if (schema.description) parts.push(`— ${String(schema.description)}`);
  return parts.join(' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cells = (row: readonly string[]): string =>
    row
      .map((cell, index) => `<td>${index === 0 ? `<code>${escapeHtml(cell)}</code>` : escapeHtml(cell)}</td>`)
      .join('');
  return `<table><thead><tr>${head.map((cell) => `<th>${escapeHtml(cell)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1rem}
nav a{margin-right:.8rem}h2{margin-top:2rem;text-transform:capitalize}details{border:1px solid var(--line);border-radius:.5rem;margin:.4rem 0;padding:.5rem .8rem}
summary{cursor:pointer;overflow-wrap:anywhere}summary span{display:block;opacity:.75;font-size:.92em}summary b{display:inline-block;min-width:4.2em;font-size:.85em}
.GET{color:#2471a3}.POST{color:#1e8449}.PUT{color:#b7650b}.DELETE{color:#c0392b}table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}code{background:var(--soft);border-radius:.25rem;padding:0 .25rem}`;

/** Its one style is named by its hash; it has no script. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
