import type { SourceSettings } from '@countersign/contract';
import { compileArguments } from '@countersign/policy';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { importOpenApi } from './import-open-api.ts';

const settings: SourceSettings = { name: 'shop', kind: 'openapi' };
const operation = (more: object = {}) => ({ responses: {}, ...more });
const document = (paths: object, more: object = {}) => ({
  openapi: '3.0.3',
  info: {},
  servers: [{ url: 'https://api.example/v1/' }],
  paths,
  ...more,
});
const importing = (given: unknown, more: Partial<SourceSettings> = {}) =>
  importOpenApi(typeof given === 'string' ? given : JSON.stringify(given), { ...settings, ...more });
const only = async (given: unknown, more: Partial<SourceSettings> = {}) => {
  const { tools, leftOut } = await importing(given, more);
  expect(leftOut).toEqual([]);
  expect(tools).toHaveLength(1);
  return tools[0]!;
};

describe('an operation', () => {
  it('becomes a tool with name, risk, address and arguments [U1]', async () => {
    const tool = await only(
      document({
        '/orders/{order-id}/items': {
          parameters: [{ name: 'order-id', in: 'path', required: true, schema: { type: 'string' } }],
          get: operation({
            operationId: 'listItems',
            summary: 'Items of an order',
            description: 'All of them.',
            tags: ['orders'],
            deprecated: true,
            parameters: [
              { name: 'page', in: 'query', schema: { type: 'integer' }, description: 'Which page' },
              { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } },
              { name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } },
              { name: 'filter[x]', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
            ],
          }),
        },
      }),
    );
    expect(tool).toMatchObject({
      name: 'shop__listItems',
      description: 'Deprecated: the service may take it away. Items of an order\n\nAll of them.',
      target: 'server',
      executionTimeoutMs: 30_000,
      inputSchema: {
        properties: {
          order_id: { type: 'string' },
          page: { type: 'integer', description: 'Which page' },
          X_Trace: {},
          filter_x: {},
        },
        required: ['order_id', 'X_Trace'],
        additionalProperties: false,
      },
      upstream: {
        remote_name: 'listItems',
        risk_level: 'LOW',
        method: 'GET',
        path: '/orders/{order-id}/items',
        host: 'api.example',
        tags: ['orders'],
      },
    });
    expect(tool.upstream.profile).toMatchObject({
      url_template: 'https://api.example/v1/orders/{{ order_id }}/items',
      parameters: [
        { argument: 'page', name: 'page', in: 'query', style: 'form', explode: true },
        { argument: 'X_Trace', name: 'X-Trace', in: 'header', style: 'simple', explode: false },
        { argument: 'filter_x', name: 'filter[x]', in: 'query', style: 'deepObject', explode: true },
      ],
    });
    expect(Object.keys(tool.inputSchema.properties as object)).not.toContain('Authorization');
  });

  it.each([
    ['get', 'LOW'],
    ['head', 'LOW'],
    ['options', 'LOW'],
    ['post', 'MEDIUM'],
    ['put', 'MEDIUM'],
    ['patch', 'MEDIUM'],
    ['delete', 'HIGH'],
  ])('of method %s has the risk %s, unless the source says otherwise [U1]', async (method, risk) => {
    const given = document({ '/a': { [method]: operation({ operationId: 'act' }) } });
    expect((await only(given)).upstream.risk_level).toBe(risk);
    for (const pattern of ['act', 'shop__act', '*ct', 'shop__*']) {
      expect((await only(given, { risks: { [pattern]: 'HIGH', '*': 'LOW' } })).upstream.risk_level).toBe('HIGH');
    }
  });

  it('has arguments of different names for parameters of the same [U1]', async () => {
    const parameter = (name: string, place: string) => ({
      name,
      in: place,
      required: true,
      schema: { type: 'string' },
    });
    const { inputSchema, upstream } = await only(
      document({
        '/{id}/{body}': {
          post: operation({
            parameters: [
              parameter('id', 'path'),
              parameter('id', 'query'),
              parameter('ID', 'header'),
              parameter('body', 'path'),
              parameter('upstream_token', 'query'),
              parameter('__proto__', 'query'),
              parameter('args', 'query'),
            ],
            requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          }),
        },
      }),
    );
    const names = Object.keys(inputSchema.properties as object);
    expect(names).toEqual([
      'id',
      'body_path',
      'id_query',
      'ID_header',
      'upstream_token_query',
      'proto',
      'args_query',
      'body',
    ]);
    expect(upstream.profile!.url_template).toBe('https://api.example/v1/{{ id }}/{{ body_path }}');
  });

  it.each([
    ['application/json', { type: 'object' }, { a: 1 }, 'x'],
    ['application/vnd.api+json; charset=utf-8', { type: 'array' }, [1], {}],
    ['application/x-www-form-urlencoded', { type: 'object', properties: { a: { type: 'string' } } }, { a: 'x' }, 'x'],
    ['text/plain', { type: 'string' }, 'x', 1],
    ['application/xml', { type: 'object' }, '<a/>', {}],
    ['application/octet-stream', { type: 'string', format: 'binary' }, 'AAAA', '!'],
    [
      'multipart/form-data',
      { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
      { file: { content_base64: 'AAAA' } },
      { file: 'x' },
    ],
  ])('takes a body of %s as one argument [U1]', async (type, schema, good, bad) => {
    const tool = await only(
      document({ '/a': { post: operation({ requestBody: { required: true, content: { [type]: { schema } } } }) } }),
    );
    expect(tool.upstream.profile).toMatchObject({ body_argument: 'body', content_type: type });
    const check = compileArguments(tool.inputSchema);
    expect([check({ body: good } as never).ok, check({ body: bad } as never).ok, check({}).ok]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('whose path has text like a template keeps it as text [U4]', async () => {
    const { upstream } = await only(document({ '/a/{{ upstream_token }}/{%x%}/ü b/{id}?q={y}': { get: operation() } }));
    const url = upstream.profile!.url_template;
    expect(url).toMatch(/^https:\/\/api\.example\/v1\/a\//);
    expect([...url.matchAll(/\{\{ (\w+) \}\}/g)].map(([, name]) => name)).not.toContain('upstream_token');
    expect(url).not.toMatch(/\{%|%x%/);
  });

  it('has a name of its own, whatever the document calls it [U1]', async () => {
    const paths = Object.fromEntries(
      ['same', 'SAME', 'sa me', 'x'.repeat(300), `${'x'.repeat(300)}y`, '../../etc', 'ü\u202e', undefined].map(
        (operationId, index) => [`/${index}`, { get: operation({ operationId }) }],
      ),
    );
    const { tools } = await importing(document(paths));
    expect(tools).toHaveLength(8);
    for (const { name } of tools) expect(name).toMatch(/^shop__[A-Za-z0-9_.-]{1,122}$/);
    expect(new Set(tools.map(({ name }) => name.toLowerCase())).size).toBe(8);
    const reversed = Object.fromEntries(Object.entries(paths).reverse());
    expect((await importing(document(reversed))).hash).toBe((await importing(document(paths))).hash);
  });

  it('that carries a key of the service leaves it to the source [U3]', async () => {
    const { inputSchema } = await only(
      document(
        {
          '/a': {
            get: operation({
              parameters: [
                { name: 'api_key', in: 'query', required: true, schema: { type: 'string' } },
                { name: 'q', in: 'query', schema: {} },
              ],
            }),
          },
        },
        { components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } } },
      ),
    );
    expect(Object.keys(inputSchema.properties as object)).toEqual(['q']);
  });

  it.each([
    [
      'a query style that is written once',
      [{ name: 'a', in: 'query', style: 'pipeDelimited', explode: false }],
      { style: 'pipeDelimited', explode: false },
    ],
    [
      'a query style that is written apart',
      [{ name: 'a', in: 'query', style: 'spaceDelimited', explode: true }],
      { style: 'form', explode: true },
    ],
    [
      'JSON in the query',
      [{ name: 'a', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } }],
      { style: 'json', explode: false },
    ],
    [
      'a style of another place',
      [{ name: 'a', in: 'header', style: 'deepObject' }],
      { style: 'simple', explode: false },
    ],
  ])('has %s [U1]', async (_, parameters, binding) => {
    const { upstream } = await only(document({ '/a': { get: operation({ parameters }) } }));
    expect(upstream.profile!.parameters![0]).toMatchObject(binding);
  });

  it.each([
    [
      'a path parameter that is an object',
      '/{a}',
      { get: operation({ parameters: [{ name: 'a', in: 'path', schema: { type: 'object' } }] }) },
      /object/,
    ],
    ['a method that is not offered', '/a', { trace: operation() }, /TRACE/],
    [
      'a reference that leads nowhere',
      '/a',
      { get: operation({ parameters: [{ $ref: '#/components/parameters/none' }] }) },
      /not in the document/,
    ],
    ['a circle of references', '/a', { $ref: '#/paths/~1a' }, /circle/],
    ['a server of another protocol', '/a', { get: operation({ servers: [{ url: 'wss://a.example' }] }) }, /HTTP/],
    [
      'a server with credentials',
      '/a',
      { get: operation({ servers: [{ url: 'https://u:p@a.example' }] }) },
      /credentials/,
    ],
    [
      'a server that is not known',
      '/a',
      { get: operation({ servers: [{ url: 'https://{region}.example' }] }) },
      /base_url/,
    ],
    ['nothing that describes it', '/a', { get: null }, /nothing/],
  ])('with %s is left out, with the reason [U1]', async (_, path, item, reason) => {
    const { tools, leftOut } = await importing(document({ [path]: item, '/good': { get: operation() } }));
    expect(tools).toHaveLength(1);
    expect(leftOut).toEqual([{ operation: expect.stringContaining(path), reason: expect.stringMatching(reason) }]);
  });
});

describe('the server of a document', () => {
  const at = async (given: object, more: Partial<SourceSettings> = {}) =>
    (await only(given, more)).upstream.profile!.url_template;
  const paths = { '/a': { get: operation() } };

  it.each([
    [
      'variables at their defaults',
      document(paths, {
        servers: [{ url: 'https://{host}.example/{v}', variables: { host: { default: 'eu' }, v: { default: 'v2' } } }],
      }),
      {},
      'https://eu.example/v2/a',
    ],
    [
      'relative to the document',
      document(paths, { servers: [{ url: '/api' }] }),
      { url: 'https://doc.example/x/openapi.json' },
      'https://doc.example/api/a',
    ],
    [
      'none named',
      { ...document(paths), servers: undefined },
      { url: 'https://doc.example/x/openapi.json' },
      'https://doc.example/a',
    ],
    [
      'another one of the source',
      document(paths),
      { base_url: 'http://localhost:9/base/' },
      'http://localhost:9/base/a',
    ],
    [
      'of the operation',
      document({ '/a': { get: operation({ servers: [{ url: 'https://other.example' }] }) } }),
      {},
      'https://other.example/a',
    ],
    [
      'the first over HTTP',
      document(paths, { servers: [{ url: 'ftp://a.example' }, { url: 'https://b.example' }] }),
      {},
      'https://b.example/a',
    ],
    [
      'of OpenAPI 2.0',
      { swagger: '2.0', host: 'old.example', basePath: '/v0', schemes: ['http', 'https'], paths },
      {},
      'https://old.example/v0/a',
    ],
  ])('is taken with %s [U1]', async (_, given, more, url) => {
    expect(await at(given, more)).toBe(url);
  });

  it('that is not where the document is from is told of, for credentials go there', async () => {
    const { warnings } = await importing(document(paths), { url: 'https://doc.example/openapi.json' });
    expect(warnings).toEqual([expect.stringContaining('api.example, not to doc.example')]);
  });
});

describe('OpenAPI 2.0', () => {
  it('has bodies, forms and lists in its own way [U1]', async () => {
    const { tools } = await importing({
      swagger: '2.0',
      host: 'old.example',
      consumes: ['application/json'],
      definitions: { Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
      paths: {
        '/body': {
          post: operation({
            operationId: 'body',
            parameters: [{ in: 'body', name: 'pet', required: true, schema: { $ref: '#/definitions/Pet' } }],
          }),
        },
        '/form': {
          post: operation({
            operationId: 'form',
            parameters: [{ in: 'formData', name: 'a', type: 'integer', required: true }],
          }),
        },
        '/file': {
          post: operation({ operationId: 'file', parameters: [{ in: 'formData', name: 'f', type: 'file' }] }),
        },
        '/list': {
          get: operation({
            operationId: 'list',
            parameters: [
              { in: 'query', name: 'ids', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
              { in: 'query', name: 'old', type: 'array', items: { type: 'string' } },
            ],
          }),
        },
      },
    });
    const byName = Object.fromEntries(tools.map((tool) => [tool.upstream.remote_name, tool]));
    const accepts = (name: string, args: object) => compileArguments(byName[name]!.inputSchema)(args as never).ok;
    expect([accepts('body', { body: { name: 'x' } }), accepts('body', { body: {} }), accepts('body', {})]).toEqual([
      true,
      false,
      false,
    ]);
    expect([accepts('form', { body: { a: 1 } }), accepts('form', { body: { a: 'x' } })]).toEqual([true, false]);
    expect(byName.form!.upstream.profile!.content_type).toBe('application/x-www-form-urlencoded');
    expect(byName.file!.upstream.profile!.content_type).toBe('multipart/form-data');
    expect(accepts('file', { body: { f: { content_base64: 'AAAA', filename: 'a' } } })).toBe(true);
    expect(byName.list!.upstream.profile!.parameters).toMatchObject([
      { name: 'ids', style: 'form', explode: true },
      { name: 'old', style: 'form', explode: false },
    ]);
  });
});

describe('references to other documents', () => {
  const paths = {
    '/far': {
      get: operation({
        parameters: [{ name: 'a', in: 'query', schema: { $ref: 'https://evil.example/schema.json#/A' } }],
      }),
    },
    '/relative': { $ref: 'other.yaml#/paths/x' },
    '/file': { post: operation({ requestBody: { $ref: 'file:///etc/passwd' } }) },
    '/near': { get: operation() },
  };
  const url = 'https://doc.example/dir/openapi.json';
  afterEach(() => vi.unstubAllGlobals());

  it('are refused, and nothing is fetched or read [U1, U5]', async () => {
    const fetching = vi.fn();
    vi.stubGlobal('fetch', fetching);
    const fetchDocument = vi.fn();
    const { tools, leftOut } = await importOpenApi(
      JSON.stringify(document(paths)),
      { ...settings, url },
      fetchDocument,
    );
    expect(tools.map(({ upstream }) => upstream.path)).toEqual(['/near']);
    expect(leftOut.map(({ operation: title }) => title)).toEqual(['GET /far', '* /relative', 'POST /file']);
    for (const { reason } of leftOut) expect(reason).toContain('allow_remote_refs is off');
    expect(fetching).not.toHaveBeenCalled();
    expect(fetchDocument).not.toHaveBeenCalled();
  });

  it('go through the given port where the source allows it, and only over HTTP [U1]', async () => {
    const others: Record<string, unknown> = {
      'https://evil.example/schema.json': { A: { $ref: '#/B' }, B: { type: 'integer' } },
      'https://doc.example/dir/other.yaml': {
        paths: { x: { get: operation({ operationId: 'far', parameters: [{ $ref: 'deep.json#/P' }] }) } },
      },
      'https://doc.example/dir/deep.json': {
        P: { name: 'p', in: 'query', schema: { $ref: 'openapi.json#/components/schemas/Back' } },
      },
    };
    const asked: string[] = [];
    const { tools, leftOut } = await importOpenApi(
      JSON.stringify(document(paths, { components: { schemas: { Back: { type: 'boolean' } } } })),
      { ...settings, url, allow_remote_refs: true },
      async (address) => {
        asked.push(address);
        return JSON.stringify(others[address]);
      },
    );
    expect(asked.sort()).toEqual(Object.keys(others).sort());
    expect(leftOut).toEqual([{ operation: 'POST /file', reason: expect.stringContaining('no address on the web') }]);
    const far = tools.find(({ upstream }) => upstream.path === '/relative')!;
    expect(compileArguments(far.inputSchema)({ p: 'x' }).ok).toBe(false);
    expect(compileArguments(far.inputSchema)({ p: true }).ok).toBe(true);
  });

  it('end somewhere: in number, in depth, and where nothing comes [U1]', async () => {
    let count = 0;
    const chain = document({ '/a': { $ref: 'https://o.example/0#/x' } });
    const { tools, leftOut } = await importOpenApi(
      JSON.stringify(chain),
      { ...settings, url, allow_remote_refs: true },
      async (address) => {
        count += 1;
        if (count > 1000) throw new Error('too often');
        const next = Number(address.split('/').at(-1)) + 1;
        return JSON.stringify({
          x: { $ref: `https://o.example/${next}#/x` },
          many: Array.from({ length: 100 }, (_, index) => ({ $ref: `https://o.example/${next}${index}#/x` })),
        });
      },
    );
    expect(tools).toEqual([]);
    expect(leftOut).toHaveLength(1);
    expect(count).toBeLessThan(60);
    const gone = await importOpenApi(JSON.stringify(chain), { ...settings, url, allow_remote_refs: true }, () =>
      Promise.reject(new Error('no route')),
    );
    expect(gone.leftOut[0]!.reason).toContain('no route');
  });
});

describe('a document that is none', () => {
  it.each([
    ['nothing', '', /neither "openapi"/],
    ['a page', '<!doctype html><title>API</title>', /neither/],
    ['broken JSON', '{"openapi": "3.0.0", ', /JSON|YAML/],
    ['another format', '{"asyncapi":"2.0.0"}', /neither "openapi"/],
    ['another version', '{"openapi":"4.0.0","paths":{}}', /4\.0\.0 is not known/],
    ['a list', '[]', /neither/],
    ['a text', '"openapi"', /neither/],
    ['no paths', '{"openapi":"3.0.0"}', /no paths/],
    [
      'aliases without end',
      `a: &a [x]\n${Array.from({ length: 1100 }, (_, index) => `b${index}: *a`).join('\n')}`,
      /aliases/,
    ],
    ['depth without end', `openapi: 3.0.0\npaths: ${'['.repeat(20_000)}`, /YAML/],
  ])('is refused: %s [U1]', async (_, text, reason) => {
    await expect(importing(text)).rejects.toMatchObject({
      name: 'ImportRefused',
      message: expect.stringMatching(reason),
    });
  });

  it('is refused where it is YAML that unfolds into far more than it is [U1]', async () => {
    const levels = Array.from({ length: 30 }, (_, index) => `l${index + 1}: &l${index + 1} [*l${index}, *l${index}]`);
    const yaml = `openapi: 3.0.0\npaths: {}\nl0: &l0 [x]\n${levels.join('\n')}\n`;
    await expect(importing(yaml)).rejects.toThrow(/alias/);
  });
});

describe('whatever stands in a document', () => {
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      { $ref: '#' },
      { $ref: '#/paths' },
      { $ref: '//x' },
      { $ref: '' },
      JSON.parse('{"__proto__":{"x":1}}'),
    ),
  );
  const loose = (shape: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(
      Object.fromEntries(
        Object.entries(shape).map(([key, value]) => [
          key,
          fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: junk }),
        ]),
      ),
      { requiredKeys: [] },
    );
  const parameter = loose({
    name: fc.string({ maxLength: 8 }),
    in: fc.constantFrom('path', 'query', 'header', 'cookie', 'body', 'formData', 'querystring'),
    required: fc.boolean(),
    schema: loose({ type: fc.constantFrom('string', 'array', 'object', 'file') }),
    style: fc.constantFrom('form', 'matrix', 'label', 'deepObject', 'x'),
    type: fc.constantFrom('string', 'array', 'file'),
    collectionFormat: fc.constantFrom('csv', 'multi', 'tsv'),
    content: fc.dictionary(fc.string({ maxLength: 5 }), loose({ schema: junk })),
  });
  const anyOperation = loose({
    operationId: fc.string({ maxLength: 10 }),
    summary: fc.string({ unit: 'binary', maxLength: 10 }),
    tags: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    parameters: fc.array(parameter, { maxLength: 4 }),
    requestBody: loose({
      content: fc.dictionary(
        fc.constantFrom('application/json', '*/*', 'multipart/form-data', 'text/*', 'x'),
        loose({ schema: junk }),
        { maxKeys: 2 },
      ),
    }),
    servers: fc.array(
      loose({ url: fc.constantFrom('/', 'https://b.example', '{x}', 'javascript:1', '//c.example'), variables: junk }),
      { maxLength: 2 },
    ),
    consumes: fc.array(fc.constantFrom('application/json', 'text/xml'), { maxLength: 2 }),
  });
  const pathItem = loose({
    get: anyOperation,
    post: anyOperation,
    trace: anyOperation,
    parameters: fc.array(parameter, { maxLength: 2 }),
    $ref: fc.constantFrom('#/paths/~1a', '#/x', 'y'),
  });
  const paths = fc.dictionary(
    fc.constantFrom('/a', '/{id}', '/{a}/{b}', '/a#x', '', 'no-slash', '/{{x}}', '/{}', '/..', '/%zz', '/a b'),
    pathItem,
    { maxKeys: 4 },
  );

  it('each operation is a tool that compiles or is left out, and nothing else happens [U1]', async () => {
    await fc.assert(
      fc.asyncProperty(paths, fc.boolean(), async (given, isOld) => {
        const whole = isOld ? { swagger: '2.0', host: 'a.example', paths: given } : document(given);
        const { tools, leftOut } = await importing(whole);
        for (const tool of tools) {
          expect(tool.name).toMatch(/^shop__[A-Za-z0-9_.-]+$/);
          compileArguments(tool.inputSchema);
        }
        for (const { reason } of leftOut) expect(reason).not.toBe('');
        expect(({} as { x?: unknown }).x).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
