import { type Endpoint, endpoints, openApiDocument } from '@countersign/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Operation = {
  readonly responses: Record<string, { readonly description: string; readonly content?: Record<string, unknown> }>;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const document = openApiDocument('test') as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: { readonly Problem: object } };
};
const isProblem = ajv.compile(document.components.schemas.Problem);
const validators = new Map<object, ValidateFunction>();

const patterns = Object.values<Endpoint>(endpoints).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:[a-z_]+/g, '[^/]+')}$`),
  operation: document.paths[endpoint.path.replace(/:([a-z_]+)/g, '{$1}')]![endpoint.method.toLowerCase()]!,
}));

/** fetch that compares every JSON answer with what the OpenAPI document declares for it, and notes what differs. */
export function checkedFetch(violations: string[]): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(String(input));
    const method = init?.method ?? 'GET';
    if (isJson(response.headers.get('content-type') ?? '')) {
      const text = await response.clone().text();
      const found = undeclared(method, pathname, response.status, response.headers.get('content-type')!, text);
      if (found !== null) violations.push(`${method} ${pathname} answered ${response.status}: ${found}\n${text}`);
    }
    return response;
  };
}

/** One value; lines of them are something else. */
export function isJson(contentType: string): boolean {
  return /[/+]json\b/.test(contentType);
}

/** What is wrong with an answer, or null. */
export function undeclared(
  method: string,
  pathname: string,
  status: number,
  contentType: string,
  text: string,
): string | null {
  const matched = patterns.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname));
  if (!matched) return 'there is no such endpoint';
  const { endpoint, operation } = matched;
  const declared = operation.responses[status];
  if (!declared) return 'this status is not declared';
  const body: unknown = JSON.parse(text);
  if (status >= 400) {
    if (!contentType.startsWith('application/problem+json')) return `a problem came as ${contentType}`;
    if (!isProblem(body)) return ajv.errorsText(isProblem.errors);
    const { code, detail } = body as { code: string; detail: string };
    if (detail.trim() === '') return 'the problem says nothing';
    return declared.description.includes(`${code}:`) ? null : `the code ${code} is not declared`;
  }
  const schema = endpoint.responses[status];
  if (!schema) return 'no body is declared';
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate(body) ? null : ajv.errorsText(validate.errors);
}
