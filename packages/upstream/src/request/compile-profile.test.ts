import { describe, expect, it } from 'vitest';
import { profileOf } from '../../test/requests.ts';
import { compileProfile } from './compile-profile.ts';

const compiled = (given: Parameters<typeof profileOf>[0]) => () => compileProfile(profileOf(given));

describe('a profile when its tool is registered', () => {
  it.each([
    ['a value as a name of the query', { url_template: 'https://a.invalid/?{{ x }}=1' }, /^url_template: .*query/],
    ['a dot segment', { url_template: 'https://a.invalid/../{{ x }}' }, /^url_template: .*path/],
    ['a backslash behind a value', { url_template: 'https://a.invalid/{{ x }}\\b' }, /^url_template/],
    ['a body that is no JSON', { method: 'POST', body_template: '{"a": 1,}' }, /^body_template: /],
    ['a value as a name in a body', { method: 'POST', body_template: '{"{{ x }}": 1}' }, /^body_template: .*name/],
    ['two values side by side in a body', { method: 'POST', body_template: '{"a": {{ x }}{{ y }}}' }, /^body_template/],
    ['a name that is there twice in a body', { method: 'POST', body_template: '{"a": {{ x }}, "a": 1}' }, /twice/],
    [
      'a value as a name in a form',
      { method: 'POST', content_type: 'application/x-www-form-urlencoded', body_template: '{{ x }}=1' },
      /^body_template: .*form/,
    ],
    ['a value in a tag', { method: 'POST', content_type: 'text/xml', body_template: '<a {{ x }}/>' }, /^body_template/],
  ] as const)('is refused for %s, before there is a value [U4]', (_what, given, message) => {
    expect(compiled(given)).toThrow(message);
  });

  it('is not refused for what depends on values', () => {
    for (const body_template of ['{"a": 1{% if x %}, "b": {{ y }}{% endif %}}', '{{ x | tojson }}', '{"a": {{ x }}}'])
      expect(compiled({ method: 'POST', body_template })).not.toThrow();
    expect(
      compiled({ method: 'POST', content_type: 'application/graphql', body_template: '{ a(id: {{ x }}) }' }),
    ).not.toThrow();
    expect(compiled({ url_template: 'https://a.invalid/{% if x %}{{ x }}{% endif %}?q={{ y }}' })).not.toThrow();
  });

  it('knows which arguments it reads', () => {
    const profile = compileProfile(
      profileOf({
        method: 'POST',
        url_template: 'https://a.invalid/{{ a }}',
        headers_template: { 'X-B': '{{ b | default(upstream_token) }}' },
        body_argument: 'c',
        parameters: [{ argument: 'd', name: 'x', in: 'query', style: 'form', explode: true }],
        passthrough_headers: true,
      }),
    );
    expect([...profile.argumentNames]).toEqual(['a', 'b', 'd', 'c', 'headers']);
    const body = compileProfile(
      profileOf({ method: 'POST', body_template: '{"a": {{ e }}, "t": {{ upstream_token }}}' }),
    );
    expect([[...body.argumentNames], body.usesToken]).toEqual([['e'], true]);
    expect(profile).toMatchObject({ usesToken: true, usesAllArguments: false });
  });
});
