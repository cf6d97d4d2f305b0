import { describe, expect, it } from 'vitest';
import { type Endpoint, type ErrorCode, endpoints, errorRegistry, openApiDocument } from './index.ts';

const declared = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name, endpoint }));
const codes = Object.keys(errorRegistry);

describe('every endpoint', () => {
  it.each(declared)(
    '$name goes by its own id, and by a method and a path that no other has [P1]',
    ({ name, endpoint }) => {
      expect(endpoint.id).toBe(name);
      const same = declared.filter(
        (other) =>
          other.endpoint.method === endpoint.method &&
          other.endpoint.path.replace(/:\w+/g, ':') === endpoint.path.replace(/:\w+/g, ':'),
      );
      expect(same).toHaveLength(1);
    },
  );

  it.each(declared)('$name names only errors that are in the registry, each once [P1]', ({ endpoint }) => {
    for (const code of endpoint.errors) expect(codes).toContain(code);
    expect(new Set(endpoint.errors).size).toBe(endpoint.errors.length);
  });

  it.each(declared)('$name declares just the parameters of its path [P1]', ({ endpoint }) => {
    const inPath = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.params?.properties ?? {}).sort()).toEqual(inPath.sort());
  });

  it('that belongs to a project is told by its path, and can say that there is no such thing [A5]', () => {
    for (const { endpoint } of declared) {
      const isInProject = endpoint.path.startsWith('/my/projects/:project_id');
      expect(endpoint.access.to === 'project', endpoint.id).toBe(isInProject);
      if (isInProject) expect(endpoint.errors, endpoint.id).toContain('not_found');
    }
  });

  it('that decides is for people alone: no agent and no runner gets there [A4]', () => {
    const deciding = declared.filter(({ name }) => /approv|grant/i.test(name));
    expect(deciding.length).toBeGreaterThanOrEqual(8);
    for (const { endpoint } of deciding) expect(endpoint.access).toEqual({ to: 'project', kinds: ['user'] });
  });

  it('refuses what it does not know in a body, a query or a path [G7]', () => {
    for (const { endpoint } of declared) {
      for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
        if (schema) expect(schema, endpoint.id).toMatchObject({ additionalProperties: false });
      }
    }
  });
});

type Operation = {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
  readonly requestBody?: object;
  readonly security: readonly object[];
};

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3')));
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operationOf = ({ path, method }: Endpoint): Operation =>
    paths[path.replace(/:([a-z_]+)/g, '{$1}')]![method.toLowerCase()]!;

  it('is of version 3.1 and of the version of the server [P1]', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  });

  it('has every endpoint and nothing else [P1]', () => {
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId));
    expect(ids.sort()).toEqual(declared.map(({ name }) => name).sort());
  });

  it.each(declared)('says of $name what it takes and what it answers [P1]', ({ endpoint }) => {
    const operation = operationOf(endpoint);
    expect(Boolean(operation.requestBody)).toBe(Boolean(endpoint.body));
    for (const status of Object.keys(endpoint.responses)) expect(operation.responses).toHaveProperty(status);
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name).sort()).toEqual(Object.keys(endpoint.params?.properties ?? {}).sort());
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(operation.security.length > 0).toBe(endpoint.access.to !== 'open');
  });

  it.each(declared)('says of $name how it can fail, by status and code [P1]', ({ endpoint }) => {
    const { responses } = operationOf(endpoint);
    const usual: ErrorCode[] = endpoint.access.to === 'open' ? [] : ['unauthenticated', 'unavailable'];
    for (const code of [...endpoint.errors, ...usual]) {
      expect(responses[errorRegistry[code].status]?.description).toContain(`${code}:`);
    }
  });

  it('refers only to what it contains [P1]', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(refs.length).toBeGreaterThan(0);
    for (const [, name] of refs) expect(document.components.schemas).toHaveProperty(name!);
    expect(document.components.schemas.Problem.properties.code.enum.sort()).toEqual([...codes].sort());
  });
});
