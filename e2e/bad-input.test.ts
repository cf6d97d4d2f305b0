import { type Endpoint, type EndpointId, endpoints, limits } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { askFor, npmTest } from './harness/calls.ts';
import { codeOf, expectProblem } from './harness/expect-problem.ts';
import { sendBytes } from './harness/raw-bytes.ts';
import { type RawAnswer, type RawRequest, rawRequest } from './harness/raw-request.ts';
import { useStage } from './harness/stage.ts';
import { createSubjects, exampleOf, type Subjects } from './harness/subjects.ts';

const all = Object.entries(endpoints) as [EndpointId, Endpoint][];
const withBody = all.filter(([, { body }]) => body !== undefined);
const ajv = new Ajv2020({ strict: false });
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describeOnEachDatabase('bad input', (database) => {
  const stage = useStage(database, { config: { role: 'server' } });
  let subjects: Subjects;

  beforeAll(async () => {
    subjects = await createSubjects(stage);
  });

  afterEach(async () => {
    expect(await rawRequest(stage.url, '/readyz')).toMatchObject({ status: 200 });
  });

  /** Whoever may use the endpoint. */
  const tokenFor = ({ access }: Endpoint): string | null => {
    if (access.to !== 'project') return access.to === 'open' ? null : stage.cast.owner;
    const kind = access.kinds[0]!;
    return kind === 'user' ? stage.cast.owner : stage.cast[kind];
  };
  const send = (endpointId: EndpointId, change: Partial<RawRequest> & { path?: string } = {}): Promise<RawAnswer> => {
    const { path, body } = exampleOf(endpointId, subjects);
    const { method } = endpoints[endpointId];
    const token = tokenFor(endpoints[endpointId]);
    return rawRequest(stage.url, change.path ?? path, { method, token, body, headOnly: true, ...change });
  };
  const bodyOf = (endpointId: EndpointId) =>
    JSON.parse(exampleOf(endpointId, subjects).body ?? '{}') as Record<string, unknown>;

  it.each(['{', 'nonsense', '{"a":1}}', "{'a':1}", '{"a":undefined}', '\u0000', '{"__proto__":{"x":1}}'])(
    'answers a body that is not JSON with malformed_json: %s [P1]',
    async (body) => {
      for (const [endpointId] of withBody)
        expectProblem(await send(endpointId, { body }), 'malformed_json', endpointId);
    },
  );

  it('answers a name that stands twice in one object with invalid_request, and runs neither [G7, P1]', async () => {
    const params = '{"command":"ls","args":[],"command":"rm"}';
    const answer = await send('executeTool', { body: `{"tool_name":"execute_command","tool_params":${params}}` });
    expectProblem(answer, 'invalid_request');
    expect(JSON.stringify(answer)).toContain('stands twice');
  });

  it.each(['[]', '"text"', '1', 'true', 'null'])(
    'answers JSON that is no object with invalid_request: %s [P1]',
    async (body) => {
      for (const [endpointId] of withBody)
        expectProblem(await send(endpointId, { body }), 'invalid_request', endpointId);
    },
  );

  it('reads bytes that are not UTF-8 without falling over [P1]', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('"}')]);
    expect((await send('createUser', { body })).status).toBeLessThan(500);
  });

  it('refuses a field it does not know, in every body [P1]', async () => {
    for (const [endpointId] of withBody) {
      const body = JSON.stringify({ ...bodyOf(endpointId), nonsense: 1 });
      const answer = await send(endpointId, { body });
      expectProblem(answer, 'invalid_request', endpointId);
      expect(answer.text, endpointId).toContain('nonsense');
    }
  });

  it('refuses a parameter it does not know, in every query [P1]', async () => {
    for (const [endpointId, { query }] of all) {
      if (!query) continue;
      const { path } = exampleOf(endpointId, subjects);
      const answer = await send(endpointId, { path: `${path}${path.includes('?') ? '&' : '?'}nonsense=1` });
      expectProblem(answer, 'invalid_request', endpointId);
    }
  });

  it('refuses a value of the wrong type, in every field of every body [P1]', async () => {
    const values = [null, true, 1.5, -1, 2 ** 60, 'text', '', [], {}, 'x'.repeat(5_000), '\0', '\ud800', nested(3)];
    for (const [endpointId, { body: schema }] of withBody) {
      const isValid = ajv.compile(schema!);
      for (const name of Object.keys((schema as { properties?: object }).properties ?? {})) {
        for (const value of values) {
          const body = JSON.stringify({ ...bodyOf(endpointId), [name]: value });
          const answer = await send(endpointId, { body });
          const what = `${endpointId} ${name}=${JSON.stringify(value).slice(0, 20)}`;
          if (!isValid(JSON.parse(body))) expectProblem(answer, 'invalid_request', what);
          else expect(answer.status, `${what} ${answer.text}`).toBeLessThan(500);
        }
      }
    }
  });

  it.each(['\\u0000', '\\ud800', '\\udc00x', '\\u202e', '\\ufffe'])(
    'takes %s anywhere in free values, or refuses it as such [P1, A8]',
    async (text) => {
      const value = `{"a${text}":["${text}",{"b":"x${text}y"}]}`;
      const session = `"session_id":"${subjects.session}"`;
      const tool = `"tool_name":"write_file"`;
      for (const params of [value, `{"path":"p${text}","content":"c${text}"}`]) {
        const body = `{${tool},${session},"tool_params":${params}}`;
        const answer = await send('executeTool', { body });
        expect(answer.status, answer.text).toBeLessThan(300);
      }
      const headers = { 'idempotency-key': text };
      const keyed = await send('executeTool', { headers, body: `{${tool},${session},"tool_params":${value}}` });
      expect(keyed.status, keyed.text).toBeLessThan(300);
      const { approval } = await askFor(stage);
      const path = `/my/projects/${stage.projectId}/approvals/${approval.approval_id}/decision`;
      const edit = await send('decideApproval', { path, body: `{"decision":"edit","modified_arguments":${value}}` });
      expectProblem(edit, 'arguments_refused');
      const result = `{"status":"failed","fence":1,"error":"e${text}","result":${value}}`;
      const settled = await send('submitToolResult', { body: result });
      expect(settled.status, settled.text).toBeLessThan(500);
    },
  );

  it('refuses ids that are none, wherever an id is in the path [P1, A5]', async () => {
    const odd = ['abc', '%00', '%2e%2e', '..%2f..', 'x'.repeat(300), '%F0%9F%98%80', subjects.project!.toUpperCase()];
    for (const [endpointId, { path: template, params, access }] of all) {
      if (!params) continue;
      const { path } = exampleOf(endpointId, subjects);
      for (const [place, segment] of template.split('/').entries()) {
        if (!segment.startsWith(':')) continue;
        for (const id of odd) {
          const changed = path.split('/').with(place, id).join('/');
          const answer = await send(endpointId, { path: changed });
          const isHidden = segment === ':project_id' && access.to === 'project';
          const what = `${endpointId} ${segment}=${id}`;
          // A name may be anything that looks like one.
          if (isName(template, segment)) expect(answer.status, what).toBeLessThan(500);
          else if (id.length > 100 || isHidden) expectProblem(answer, 'not_found', what);
          else expectProblem(answer, 'invalid_request', what);
        }
      }
    }
  });

  it('refuses cursors and other texts of a query that no page gave out [P1]', async () => {
    for (const [endpointId, { query }] of all) {
      if (!query) continue;
      const { path } = exampleOf(endpointId, subjects);
      for (const name of Object.keys(query.properties)) {
        for (const value of ['%00', '%ED%A0%80', '%F0%9F%98%80', "'%20or%201=1", 'x'.repeat(5_000), '1&limit=2', '']) {
          const answer = await send(endpointId, { path: `${path.split('?')[0]}?${name}=${value}` });
          expect(answer.status, `${endpointId} ${name}=${value} ${answer.text}`).toBeLessThan(500);
          if (answer.status >= 400) expect(codeOf(answer), `${endpointId} ${name}=${value}`).toBeTypeOf('string');
        }
      }
    }
  });

  it('refuses headers that are not as declared [P1]', async () => {
    for (const key of ['', 'k'.repeat(limits.idempotencyKeyLengthMax + 1)]) {
      expectProblem(await send('executeTool', { headers: { 'idempotency-key': key } }), 'invalid_request', key);
    }
    for (const id of ['abc', '-1', '1.5', '1'.repeat(30)]) {
      expectProblem(await send('streamEvents', { headers: { 'last-event-id': id } }), 'invalid_request', id);
    }
    for (const authorization of ['Basic abc', 'Bearer', 'Bearer ', `Bearer ${'x'.repeat(5_000)}`, 'Bearer a b']) {
      expectProblem(await send('whoAmI', { token: null, headers: { authorization } }), 'unauthenticated');
    }
  });

  it('answers 413 to a body over the limit, however it is sent [P1]', async () => {
    const body = JSON.stringify({ ...npmTest, note: 'x'.repeat(10 * 1024 * 1024) });
    for (const [endpointId, { bodyBytesMax }] of withBody) {
      const tooLarge = bodyBytesMax === undefined ? body : JSON.stringify({ document: 'x'.repeat(bodyBytesMax) });
      expectProblem(await send(endpointId, { body: tooLarge }), 'body_too_large', endpointId);
    }
    const chunked = { 'transfer-encoding': 'chunked' };
    expectProblem(await send('executeTool', { body, headers: chunked }), 'body_too_large');
  });

  it('takes a body just under the limit [P1]', async () => {
    const content = 'x'.repeat(limits.bodyBytesMax - 1_000);
    const body = JSON.stringify({ tool_name: 'write_file', tool_params: { path: 'big', content } });
    expect((await send('executeTool', { body })).status).toBe(202);
  });

  it('answers 415 to any other content type [P1]', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x']) {
      for (const [endpointId] of withBody) {
        const answer = await send(endpointId, { headers: { 'content-type': type } });
        expectProblem(answer, 'unsupported_media_type', `${endpointId} ${type}`);
      }
    }
    const utf8 = { 'content-type': 'application/json; charset=utf-8' };
    expect((await send('createSession', { headers: utf8 })).status).toBe(201);
  });

  it('answers 405 to another method, and says which there is [P1]', async () => {
    for (const [endpointId, { method, path }] of all) {
      const offered = all.filter(([, each]) => each.path === path).map(([, each]) => each.method);
      const other = (['PUT', 'POST', 'DELETE'] as const).find((each) => !offered.includes(each))!;
      const answer = await send(endpointId, { method: other });
      expectProblem(answer, 'method_not_allowed', endpointId);
      expect(answer.json, endpointId).toMatchObject({ allowed: expect.arrayContaining([method]) });
    }
  });

  it.each(['/nothing', '/my', '/my/projects/x/y/z', '//', '/api', '/openapi.json/x', '/%2e%2e/etc/passwd'])(
    'answers 404 to an address where there is nothing: %s [P1]',
    async (path) => expectProblem(await rawRequest(stage.url, path), 'not_found'),
  );

  it('answers an address that cannot be read with a problem [P1]', async () => {
    for (const path of ['/my/projects/%zz/approvals', '/%', '/%ff%fe']) {
      const answer = await rawRequest(stage.url, path, { token: stage.cast.owner });
      expect([400, 404], answer.text).toContain(answer.status);
      expect(answer.headers['content-type'], path).toMatch(/^application\/problem\+json/);
    }
  });

  it('refuses JSON that is nested too deep, and long before the stack ends [P1]', async () => {
    const long = nested(200_000);
    for (const body of [
      long,
      `{"tool_name":"write_file","tool_params":{"path":"p","content":${long}}}`,
      `{"tool_name":"write_file","tool_params":{"path":"p","x":${nested(200)}}}`,
    ]) {
      expectProblem(await send('executeTool', { body }), 'invalid_request');
    }
    for (const [endpointId, body] of [
      ['decideApproval', `{"decision":"edit","modified_arguments":{"a":${long}}}`],
      ['submitToolResult', `{"status":"completed","fence":1,"result":${long}}`],
    ] as const) {
      expectProblem(await send(endpointId, { body }), 'invalid_request', endpointId);
    }
    const fine = `{"tool_name":"no_such_tool","tool_params":{"a":${nested(50)}}}`;
    expect((await send('executeTool', { body: fine })).status).toBe(200);
  });

  it('refuses an address or headers over the limit [P1]', async () => {
    const answer = await rawRequest(stage.url, `/livez?${'x'.repeat(100_000)}`);
    expectProblem(answer, 'headers_too_large');
    const cookie = await rawRequest(stage.url, '/livez', { headers: { cookie: 'x'.repeat(100_000) } });
    expectProblem(cookie, 'headers_too_large');
  });

  it('survives what is not HTTP at all', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      '\x16\x03\x01\x02\x00',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
    ]) {
      expect(await sendBytes(stage.url, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  });
});

/** Sources, secrets and tools of services go by the names that people gave them. */
function isName(template: string, segment: string): boolean {
  return segment === ':source' || segment === ':name' || template.startsWith('/api/tools/');
}
