import { expect, it } from 'vitest';
import { emptyForm, type SourceForm, settingsOf } from './source-form.ts';

const filled: SourceForm = {
  ...emptyForm,
  name: ' shop ',
  url: 'https://shop.example/openapi.json',
  command: 'npx\n\n  server-files  \n/srv',
  keyName: 'X-Key',
  username: 'olga',
  secret: 'shop-key',
  issuer: 'https://login.example',
  clientId: 'countersign',
  audience: 'shop',
  scopes: 'read  write',
};

const token = {
  issuer: 'https://login.example',
  client_id: 'countersign',
  secret: 'shop-key',
  audience: 'shop',
  scopes: ['read', 'write'],
};

it.each<[SourceForm['auth'], unknown]>([
  ['none', undefined],
  ['pass_through', { mode: 'pass_through' }],
  ['header', { mode: 'api_key', in: 'header', name: 'X-Key', secret: 'shop-key' }],
  ['query', { mode: 'api_key', in: 'query', name: 'X-Key', secret: 'shop-key' }],
  ['http_basic', { mode: 'http_basic', username: 'olga', secret: 'shop-key' }],
  ['client_credentials', { mode: 'client_credentials', ...token }],
  ['token_exchange', { mode: 'token_exchange', ...token }],
])('tells who calls by %s [U3]', (auth, expected) => {
  expect(settingsOf({ ...filled, auth })?.auth).toEqual(expected);
});

it('takes from what was typed only what the choices are about [U1]', () => {
  expect(settingsOf({ ...filled, choice: 'mcp_stdio' })).toEqual({
    name: 'shop',
    kind: 'mcp',
    command: ['npx', 'server-files', '/srv'],
  });
  expect(settingsOf({ ...filled, from: 'document', document: 'openapi: 3.1.0', auth: 'bearer' })).toEqual({
    name: 'shop',
    kind: 'openapi',
    document: 'openapi: 3.1.0',
    auth: { mode: 'api_key', in: 'header', name: 'Authorization', prefix: 'Bearer ', secret: 'shop-key' },
  });
});

it('lets further settings go before the others, and has none where they are no JSON object', () => {
  const more = '{ "timeout_seconds": 10, "refresh_seconds": 60 }';
  expect(settingsOf({ ...filled, refreshSeconds: 3600, allowsPrivate: true, more })).toMatchObject({
    timeout_seconds: 10,
    refresh_seconds: 60,
    destinations: { allow_private: true },
  });
  for (const odd of ['{', '[]', '1']) expect(settingsOf({ ...filled, more: odd })).toBeNull();
});
