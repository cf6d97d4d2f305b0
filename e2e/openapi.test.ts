import { type Endpoint, endpoints, openApiDocument } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { undeclared } from './harness/checked-fetch.ts';
import { rawRequest } from './harness/raw-request.ts';
import { useStage } from './harness/stage.ts';

type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: object };
type Content = Readonly<Record<string, { readonly schema: object }>>;
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly type: string }>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
};

const all = Object.values<Endpoint>(endpoints);
const templateOf = ({ path }: Endpoint): string => path.replace(/:([a-z_]+)/g, '{$1}');

describeOnEachDatabase('the OpenAPI document', (database) => {
  const stage = useStage(database);
  let document: Document;
  let operations: readonly (readonly [string, string, Operation])[];

  beforeAll(async () => {
    const { status, json, headers } = await rawRequest(stage.url, '/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    document = json as Document;
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [path, method, operation] as const),
    );
  });

  it('is OpenAPI 3.1 with the parts that it must have [P1]', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({
      title: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(document.info.version))));
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/[^:]*$/);
  });

  it('lists every endpoint once, and nothing else [P1]', () => {
    const listed = operations.map(([path, method, { operationId }]) => `${operationId} ${method} ${path}`).sort();
    const declared = all.map((each) => `${each.id} ${each.method.toLowerCase()} ${templateOf(each)}`).sort();
    expect(listed).toEqual(declared);
    expect(new Set(operations.map(([, , { operationId }]) => operationId)).size).toBe(operations.length);
  });

  it('describes every part of the path, and each parameter once [P1]', () => {
    for (const [path, , { parameters, operationId }] of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const names = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name }) => name).sort(), operationId).toEqual(names.sort());
      for (const { required } of inPath) expect(required, operationId).toBe(true);
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size, operationId).toBe(keys.length);
    }
  });

  it('answers every operation with a description, and every refusal with a problem [P1]', () => {
    for (const [, , { responses, operationId, summary }] of operations) {
      expect(summary, operationId).not.toBe('');
      expect(Object.keys(responses).length, operationId).toBeGreaterThan(0);
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(status, operationId).toMatch(/^[1-5]\d\d$/);
        expect(description, operationId).not.toBe('');
        if (Number(status) >= 400) expect(Object.keys(content ?? {})).toEqual(['application/problem+json']);
      }
    }
  });

  it('names a credential for everything that is not open [P1, A5]', () => {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const [, , { operationId, security, responses }] of operations) {
      for (const requirement of security) expect(schemes).toEqual(expect.arrayContaining(Object.keys(requirement)));
      const isOpen = endpoints[operationId as keyof typeof endpoints].access.to === 'open';
      expect(security.length === 0, operationId).toBe(isOpen);
      expect(Object.hasOwn(responses, '401'), operationId).toBe(!isOpen);
    }
  });

  it('has only schemas that a validator of JSON Schema 2020-12 accepts, and no dangling reference [P1]', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: 'openapi' } as object, 'openapi');
    for (const [, , { parameters, requestBody, responses }] of operations) {
      const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
      const schemas = [
        ...parameters.map(({ schema }) => schema),
        ...contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema)),
      ];
      for (const schema of schemas) expect(ajv.validateSchema(schema), JSON.stringify(schema)).toBe(true);
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!);
    for (const target of new Set(references)) {
      const found = target
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(found, target).toBeTypeOf('object');
    }
  });

  it('has a page that shows every operation [P1]', async () => {
    const { text } = await rawRequest(stage.url, '/docs');
    for (const [path] of operations) expect(text).toContain(path);
  });
});

describe('the check of every answer in these tests', () => {
  const check = (status: number, body: unknown, type = 'application/json') =>
    undeclared('GET', '/livez', status, type, JSON.stringify(body));

  it('notices an answer that is not as declared', () => {
    expect(check(200, { status: 'ok' })).toBeNull();
    expect(check(200, { status: 'fine' })).not.toBeNull();
    expect(check(200, { status: 'ok', more: 1 })).not.toBeNull();
    expect(check(418, { status: 'ok' })).not.toBeNull();
    expect(undeclared('GET', '/elsewhere', 200, 'application/json', '{}')).not.toBeNull();
  });

  it('notices a problem that is none, or that the endpoint does not declare', () => {
    const problem = { type: 'x', title: 'x', status: 401, detail: 'x', code: 'unauthenticated', retryable: false };
    const of = (body: object, type = 'application/problem+json') =>
      undeclared('GET', '/my/principal', 401, type, JSON.stringify(body));
    expect(of(problem)).toBeNull();
    expect(of(problem, 'application/json')).not.toBeNull();
    expect(of({ ...problem, code: 'nonsense' })).not.toBeNull();
    expect(of({ ...problem, code: 'forbidden' })).not.toBeNull();
    expect(of({ ...problem, detail: ' ' })).not.toBeNull();
  });
});
