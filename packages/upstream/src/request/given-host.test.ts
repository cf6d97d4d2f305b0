import { describe, expect, it } from 'vitest';
import { profileOf, refusalOf, requestOf, someCredentials } from '../../test/requests.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import { compileProfile } from './compile-profile.ts';
import { renderRequest } from './render-request.ts';
import { renderUrl } from './render-url.ts';

describe('a host that comes from arguments', () => {
  const allowed_hosts = ['api.example.invalid', '*.tenants.invalid', 'ports.invalid:8443', '127.0.0.1:8080'];

  it.each([
    ['https://{{ x }}.tenants.invalid/v1', 'acme', 'https://acme.tenants.invalid/v1'],
    ['https://{{ x }}/v1', 'api.example.invalid', 'https://api.example.invalid/v1'],
    ['https://{{ x }}/v1', 'API.Example.INVALID', 'https://api.example.invalid/v1'],
    ['https://{{ x }}/v1', 'a.b.tenants.invalid', 'https://a.b.tenants.invalid/v1'],
    ['https://ports.invalid:{{ x }}/v1', '8443', 'https://ports.invalid:8443/v1'],
    ['{{ x }}', 'https://api.example.invalid/a/../b?q=1', 'https://api.example.invalid/b?q=1'],
    ['{{ x }}', 'https://api.example.invalid:443/', 'https://api.example.invalid/'],
    ['{{ x }}', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
    ['{{ x }}/v1?q=1', 'https://api.example.invalid/base/', 'https://api.example.invalid/base/v1?q=1'],
    ['{{ x }}?q=1', 'https://api.example.invalid', 'https://api.example.invalid/?q=1'],
  ])('%s with %s', (template, x, expected) => {
    expect(requestOf({ url_template: template, allowed_hosts }, { x }).url).toBe(expected);
  });

  it.each([
    ...[
      'evil.invalid/',
      'evil.invalid#',
      'evil.invalid?',
      'evil.invalid\\',
      'user@evil.invalid/',
      'evil.invalid:443/',
      '127.0.0.1/',
      '[::1]/',
    ],
    ...[
      'a%2fevil.invalid%2f',
      'a.b',
      '',
      '.',
      'a.',
      '-.',
      'a b',
      'a\nb',
      'ａ',
      'a。b',
      'a_b',
      'a\u00adb',
      'xn--\u00e9',
      'x'.repeat(64),
    ],
  ])('refuses %j as a part of a host [U4, U5]', (x) => {
    expect(refusalOf({ url_template: 'https://{{ x }}.tenants.invalid/v1', allowed_hosts }, { x })).toMatch(
      /^destination_refused/,
    );
  });

  it.each([
    ...[
      'http://169.254.169.254/latest/meta-data/',
      'http://[fd00:ec2::254]/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://127.1/',
    ],
    ...[
      'https://api.example.invalid.evil.invalid/',
      'https://evil.invalid/api.example.invalid',
      'https://evilapi.example.invalid/',
    ],
    ...[
      'https://api.example.invalid@evil.invalid/',
      'https://evil.invalid\\@api.example.invalid/',
      'https://api.example.invalid#@evil.invalid/',
    ],
    ...[
      'https://@api.example.invalid/',
      'https://u:p@api.example.invalid/',
      'https:api.example.invalid/',
      'https:/api.example.invalid/',
      'https:///api.example.invalid/',
    ],
    ...[
      '//evil.invalid/x',
      '/x',
      'x',
      '',
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_',
      'javascript:1',
      'data:,x',
      'blob:https://api.example.invalid/x',
    ],
    ...[
      'https://api.example.invalid:8443/',
      'http://api.example.invalid/',
      'http://api.example.invalid:443/',
      'https://127.0.0.1/',
      'https://tenants.invalid/',
      'https://api.example.invalid./',
    ],
    ...[
      'https://.tenants.invalid/',
      'https://eviltenants.invalid/',
      'https://127.0.0.1:8081/',
      ' https://api.example.invalid/',
      'https://api.example.invalid/ x',
    ],
    ...[
      'https://api\u200b.example.invalid.x/',
      'https://api.example.invalid/\n',
      'https://api.example.invalid/#f',
      'https://api.ex\u00e4mple.invalid/',
      'https://%61pi.evil.invalid/',
    ],
  ])('refuses %j as a whole address [U4, U5]', (x) => {
    expect(refusalOf({ url_template: '{{ x }}', allowed_hosts }, { x })).toMatch(/^destination_refused/);
  });

  it('refuses an address that the template cannot go on from [U4]', () => {
    const go = (url_template: string, x: string) => refusalOf({ url_template, allowed_hosts }, { x });
    expect(go('{{ x }}/v1', 'https://api.example.invalid/?q=')).toMatch(/^destination_refused/);
    expect(go('{{ x }}.tenants.invalid/', 'https://api.example.invalid')).toMatch(/^destination_refused/);
    expect(go('{{ x }}{{ x }}', 'https://api.example.invalid')).toMatch(/^destination_refused/);
    expect(go('https://ports.invalid:{{ x }}/', '8443@evil')).toMatch(/^destination_refused/);
    expect(go('https://ports.invalid:{{ x }}/', '99999')).toMatch(/^destination_refused/);
    expect(go('https://{{ x }}{{ x }}/', 'a.b')).toMatch(/^destination_refused/);
    expect(go('https://{{ "a" }}{{ x }}{{ x }}/', 'b.c')).toMatch(/^destination_refused/);
    expect(go('h{{ x }}://api.example.invalid/', 'ttps')).toMatch(/_(error|refused)/);
    expect(go('{% if true %}ht{% endif %}{{ x }}', 'tps://api.example.invalid/')).toMatch(/^destination_refused/);
    expect(go('https://{{ x }}:{{ args.x | length }}/', 'a.tenants.invalid')).toMatch(/^destination_refused/);
  });

  it('is refused when it is compiled where no hosts are named [U4]', () => {
    for (const url_template of [
      '{{ x }}',
      'https://{{ x }}/',
      'https://{{ x }}.a.invalid/',
      'https://a.invalid{{ x }}',
      '{% if x %}https://a.invalid/{% endif %}',
    ])
      expect(() => compileProfile(profileOf({ url_template }))).toThrow(/allowed_hosts/);
    expect(() => compileProfile(profileOf({ url_template: '{{ x }}' }), { allowedHosts: ['a.invalid'] })).not.toThrow();
  });

  it('has to be in the list of the tool and in that of the source', () => {
    const compiled = compileProfile(profileOf({ url_template: '{{ x }}', allowed_hosts }), {
      allowedHosts: ['*.tenants.invalid'],
    });
    expect(renderRequest(compiled, { x: 'https://a.tenants.invalid/' }).url).toBe('https://a.tenants.invalid/');
    expect(() => renderRequest(compiled, { x: 'https://api.example.invalid/' })).toThrow(/allowed_hosts/);
  });

  it('is read again as everyone reads it, and has to be the one that was meant [U4]', () => {
    const url = { scheme: 'https', authority: 'a.invalid', isHostGiven: true, path: '/a', query: [] } as const;
    const hosts = [['a.invalid', '*.invalid', '127.0.0.1']];
    expect(renderUrl(url, [], hosts)).toBe('https://a.invalid/a');
    for (const wrong of [
      { authority: 'u@a.invalid' },
      { authority: '127.1' },
      { authority: 'a。invalid' },
      { authority: 'a b' },
      { path: '/a/../b' },
      { path: '/a#b' },
      { path: '/a b' },
    ])
      expect(() => renderUrl({ ...url, ...wrong }, [], hosts)).toThrow(UpstreamFailure);
    expect(() => renderUrl({ ...url, query: [["a'", '#']] }, [], hosts)).toThrow(/another one/);
    expect(renderUrl({ ...url, authority: 'a.invalid:443' }, [], hosts)).toBe('https://a.invalid/a');
  });

  it('never holds the token [U4]', () => {
    const context = { credentials: { ...someCredentials, upstreamToken: 'secret-label' } };
    expect(
      refusalOf({ url_template: 'https://{{ upstream_token }}.tenants.invalid/', allowed_hosts }, {}, context),
    ).toMatch(/token/);
  });
});
