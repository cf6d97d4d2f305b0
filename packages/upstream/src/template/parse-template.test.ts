import { describe, expect, it } from 'vitest';
import { UpstreamFailure } from '../upstream-failure.ts';
import { argumentReference } from './argument-reference.ts';
import { filters } from './filters.ts';
import { templateLimits } from './limits.ts';
import { parseTemplate } from './parse-template.ts';

function refusal(text: string): string {
  try {
    parseTemplate(text);
  } catch (error) {
    if (error instanceof UpstreamFailure && error.code === 'template_error') return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a template when it is registered', () => {
  it.each([
    ['a file', "{% include '/etc/passwd' %}", /include/],
    ['another template', "{% import 'x' as y %}", /import/],
    ['a parent', "{% extends 'x' %}", /extends/],
    ['a macro', '{% macro m() %}{% endmacro %}', /macro/],
    ['a call block', '{% call x() %}{% endcall %}', /call/],
    ['a filter block', '{% filter upper %}{% endfilter %}', /filter/],
    ['raw text', '{% raw %}{{ a }}{% endraw %}', /raw/],
    ['a break', '{% for a in b %}{% break %}{% endfor %}', /break/],
    ['a set with a body', '{% set a %}x{% endset %}', /set/],
    ['a tag that the tokenizer would drop', '{%- generation %}x{% endgeneration %}', /generation/],
    ['a call of a value', '{{ a() }}', /Only uuid/],
    ['a call of a member', '{{ a.b() }}', /Only uuid/],
    ['a call of a text', "{{ 'a'.upper() }}", /Only uuid/],
    ['a call with arguments', '{{ uuid(1) }}', /Only uuid/],
    ['a call of a global', '{{ range(10) }}', /Only uuid/],
    ['a function made of text', "{{ range.constructor('return process.env')() }}", /Only uuid/],
    ['the prototype', '{{ a.__proto__ }}', /__proto__/],
    ['the prototype by index', "{{ a['__proto__'] }}", /__proto__/],
    ['the class', '{{ a.__class__.__mro__ }}', /__mro__|__class__/],
    ['an unknown filter', '{{ a | attr("x") }}', /attr is not known.*default/],
    ['a filter that marks as safe', '{{ a | safe }}', /safe is not known/],
    ['a filter with too many parameters', '{{ a | upper(1) }}', /takes no parameters/],
    ['a filter with an unknown parameter', '{{ a | default(x=1) }}', /takes default_value, boolean/],
    ['a filter with too few parameters', '{{ a | replace("x") }}', /needs 2/],
    ['a filter that is called twice', '{{ a | default(1)() }}', /undefined|not known/],
    ['an unknown test', '{{ a is callable }}', /callable is not known/],
    ['a power', '{{ 2 ** 1000 }}', /\*\*/],
    ['a slice', '{{ a[1:2] }}', /slice/],
    ['a spread', '{{ a | default(*b) }}', /Spread/],
    ['a loop with three names', '{% for a, b, c in d %}{% endfor %}', /one name, or two/],
    ['loop outside of a loop', '{{ loop.index }}', /loop/],
    ['a new meaning for the token', '{% set upstream_token = 1 %}', /meaning of its own/],
    ['a new meaning for all arguments', '{% for args in a %}{% endfor %}', /meaning of its own/],
    ['a member that is given a value', '{% set a.b = 1 %}', /plain name/],
    ['an expression without an end', '{{ a', /cannot be read/],
    ['an if without an end', '{% if a %}x', /cannot be read/],
    ['a comment without an end', '{# a', /cannot be read/],
  ])('refuses %s [U4]', (_what, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it('refuses what is too long, too deep, or too much [U4]', () => {
    expect(refusal('x'.repeat(templateLimits.lengthMax + 1))).toMatch(/characters/);
    expect(refusal(`{{ ${'('.repeat(20_000)}a${')'.repeat(20_000)} }}`)).toMatch(/nested|deep/);
    expect(refusal(`{{ ${'not '.repeat(templateLimits.nestingMax + 1)}a }}`)).toMatch(/deep/);
    expect(refusal('{{ a }}'.repeat(templateLimits.nodesMax))).toMatch(/parts/);
    expect(refusal('{% if a %}'.repeat(150) + '{% endif %}'.repeat(150))).toMatch(/deep/);
  });

  it('refuses runs of blanks that would keep the tokenizer busy [U4]', () => {
    expect(refusal(`${' '.repeat(60_000)}{% x`)).toMatch(/blanks/);
    expect(refusal(`{%${' '.repeat(250)}`.repeat(250))).toMatch(/cannot be read/);
  });

  it('is quick with anything of the greatest length [U4]', () => {
    for (const part of [
      '{{',
      '{%',
      '{{ a }}',
      '((',
      'a.',
      '{{ [',
      '{{ "',
      '\\',
      '{% if a %}',
      '|a',
      '{{-',
      '{#',
      '{% for ',
    ]) {
      const text = part.repeat(Math.floor(templateLimits.lengthMax / part.length));
      try {
        parseTemplate(text);
      } catch (error) {
        expect(error).toBeInstanceOf(UpstreamFailure);
      }
    }
  });

  it('is parsed once for each text, while there are not too many', () => {
    const first = parseTemplate('{{ once }}');
    expect(parseTemplate('{{ once }}')).toBe(first);
    for (let count = 0; count < templateLimits.cachedMax; count += 1) parseTemplate(`{{ once }} ${count}`);
    expect(parseTemplate('{{ once }}')).not.toBe(first);
  });

  it('has a long name cut in what is said about it', () => {
    expect(refusal(`{{ a | ${'x'.repeat(200)} }}`)).toMatch(/^The filter x{80}… is not known/);
  });

  it('names the arguments that it reads', () => {
    const text = `{% set x = a.b %}{% for k, v in c if v %}{{ k }}{{ v }}{{ x }}{{ loop.index }}{{ d[e] }}{% endfor %}
      {{ args.f }}{{ args['g-h'] }}{{ upstream_token }}{{ uuid() }}{{ i | default(j) }}`;
    const template = parseTemplate(text);
    expect([...template.argumentNames].sort()).toEqual(['a', 'c', 'd', 'e', 'f', 'g-h', 'i', 'j']);
    expect(template).toMatchObject({ usesAllArguments: false, usesToken: true });
    expect(parseTemplate('{{ args | tojson }}')).toMatchObject({ usesAllArguments: true, usesToken: false });
  });

  it('reads an argument of any name by reference', () => {
    for (const name of ['a-b', 'if', 'args', 'upstream_token', 'uuid', 'a"b', 'a\\b', 'ä'])
      expect([...parseTemplate(`{{ ${argumentReference(name)} }}`).argumentNames]).toEqual([name]);
  });

  it('has no filter that is a member of every object', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      expect(filters.has(name)).toBe(false);
      expect(refusal(`{{ a | ${name} }}`)).toMatch(/is not known/);
    }
  });
});
