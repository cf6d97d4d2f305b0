import { readFileSync } from 'node:fs';
import type { ExecutionProfile, JsonObject } from '@countersign/contract';
import { makeCertificate } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { head, hostileService } from './hostile-service.ts';
import { aSender, loadedRequest } from './stage.ts';

type Case = {
  readonly id: string;
  readonly why: string;
  readonly expect: 'send' | 'deny';
  readonly tool_def: {
    readonly method: ExecutionProfile['method'];
    readonly url: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  };
  readonly args: JsonObject;
  readonly sent: {
    readonly path?: string;
    readonly query?: string;
    readonly json?: unknown;
    readonly json_raw?: string;
  };
};

const corpus = readFileSync(new URL('../../packages/upstream/corpus/proxy.jsonl', import.meta.url), 'utf8');
const cases = corpus
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .filter((given) => given.expect === 'send');

describe('cases of the proxy corpus that are sent', () => {
  it('are all there', () => {
    expect(cases).toHaveLength(15);
  });

  it.each(cases)('$id arrives as it should: $why [U4]', async ({ tool_def, args, sent }) => {
    const certificate = makeCertificate(['api.example.invalid']);
    const service = await hostileService((socket) => socket.end(head('200 OK', 'content-length: 0')), { certificate });
    const { method, body, headers = {} } = tool_def;
    const url = tool_def.url.replace('api.example.invalid', `api.example.invalid:${service.port}`);
    const request = loadedRequest(
      url,
      { method, headers_template: headers, ...(body === undefined ? {} : { body_template: body }) },
      args,
    );
    const sender = aSender({ ca: certificate.cert, lookUp: async () => ['127.0.0.1'] });
    expect((await sender.send(request, { timeoutMs: 60_000 })).status).toBe(200);
    const [line] = service.heard().split('\r\n');
    const target = new URL(line!.split(' ')[1]!, 'https://api.example.invalid');
    // The body may come behind the answer to its headers.
    const bodyHeard = () => Buffer.from(service.heard().split('\r\n\r\n')[1]!, 'latin1').toString('utf8');
    if (request.body !== null) await expect.poll(bodyHeard, { timeout: 20_000 }).toBe(request.body);
    if (sent.path !== undefined) expect(decodeURIComponent(target.pathname)).toBe(decodeURIComponent(sent.path));
    if (sent.path !== undefined) expect(target.pathname.split('/')).toHaveLength(sent.path.split('/').length);
    if (sent.query !== undefined) expect(target.search).toMatch(`?${sent.query}&api_key=`);
    if (sent.json !== undefined) expect(JSON.parse(bodyHeard())).toEqual(sent.json);
    if (sent.json_raw !== undefined) expect(bodyHeard()).toBe(sent.json_raw);
  });
});
