import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../test/local-server.ts';
import { aRequest, aSender } from '../../test/sending.ts';
import { systemLookUp } from './look-up.ts';

describe('names as this machine knows them', () => {
  it('are looked up once for all who ask at the same time', async () => {
    const [first, second] = await Promise.all([systemLookUp('localhost'), systemLookUp('localhost')]);
    expect(first).toBe(second);
    expect(first.every((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
    expect(await systemLookUp('localhost')).not.toBe(first);
  });

  it('are asked where nothing else is said', async () => {
    const { port } = await serveHttp((_request, response) => response.end('ok'));
    expect((await aSender().send(aRequest(`http://localhost:${port}/`), { timeoutMs: 60_000 })).status).toBe(200);
  });
});
