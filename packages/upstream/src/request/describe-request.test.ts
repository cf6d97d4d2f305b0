import { describe, expect, it } from 'vitest';
import { profileOf } from '../../test/requests.ts';
import { compileProfile } from './compile-profile.ts';
import { describeRequest } from './describe-request.ts';
import { renderRequest } from './render-request.ts';

describe('a request that is shown', () => {
  const compiled = compileProfile(
    profileOf({
      method: 'POST',
      url_template: 'https://api.example.invalid/{{ id }}?t={{ upstream_token }}',
      headers_template: { Authorization: 'Bearer {{ upstream_token }}', 'X-Id': '{{ uuid() }}' },
      body_template: '{"n": {{ n }}}',
    }),
  );

  it('is the one that is sent, with credentials hidden [U4]', () => {
    const args = { id: 'a/b', n: 1 };
    const places = { headers: ['X-Key'], query: ['key'] };
    expect(describeRequest(compiled, args, places)).toEqual({
      method: 'POST',
      url: 'https://api.example.invalid/a%2Fb?t=***REDACTED***&key=***REDACTED***',
      headers: [
        ['X-Key', '***REDACTED***'],
        ['Content-Type', 'application/json'],
        ['Authorization', 'Bearer ***REDACTED***'],
        ['X-Id', 'uuid-made-when-sent'],
      ],
      body: '{"n": 1}',
    });
    const credentials = { headers: { 'X-Key': 'k1' }, query: { key: 'k2' }, upstreamToken: 'k3', secrets: [] };
    const sent = renderRequest(compiled, args, { credentials, uuid: () => 'uuid-made-when-sent' });
    const masked = JSON.parse(
      JSON.stringify({ ...sent, isRepeatable: undefined }).replaceAll(/k[123]/g, '***REDACTED***'),
    ) as object;
    expect(describeRequest(compiled, args, places)).toEqual(masked);
  });

  it('shows bytes as text', () => {
    const parts = compileProfile(
      profileOf({ method: 'POST', content_type: 'multipart/form-data', body_argument: 'b' }),
    );
    expect(describeRequest(parts, { b: { name: 'ä' } }).body).toMatch(/name="name"\r\n\r\nä\r\n/);
  });

  it('is refused where the real one would be', () => {
    expect(() => describeRequest(compiled, { id: '..', n: 1 })).toThrow(/path/);
    expect(() => describeRequest(compiled, { id: 'a', n: 1 }, { hasToken: false })).toThrow(/upstream_token/);
  });
});
