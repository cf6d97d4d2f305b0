import type { JsonObject } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpstreamFailure } from '../upstream-failure.ts';
import { templateLimits } from './limits.ts';
import { parseTemplate } from './parse-template.ts';
import { renderTemplate } from './render-template.ts';
import { Encoded, textOf } from './template-value.ts';

const render = (text: string, args: JsonObject = {}, upstreamToken: string | null = 'T') =>
  renderTemplate(parseTemplate(text), { args, upstreamToken, uuid: () => 'UUID' });

const written = (text: string, args: JsonObject = {}): string =>
  render(text, args)
    .map((piece) => (piece.kind === 'text' ? piece.text : textOf(piece.value)))
    .join('');

function refusal(text: string, args: JsonObject = {}): string {
  try {
    return written(text, args);
  } catch (error) {
    if (error instanceof UpstreamFailure && /^(template|validation)_error$/.test(error.code))
      return `refused: ${error.message}`;
    throw error;
  }
}

describe('what a template writes', () => {
  it.each<[string, JsonObject, string]>([
    ['plain', {}, 'plain'],
    ['a{{ x }}b', { x: 1 }, 'a1b'],
    ['{{ x }}', { x: true }, 'true'],
    ['{{ x.y.z }}', { x: { y: { z: 'deep' } } }, 'deep'],
    ["{{ x['a-b'] }}{{ x[k] }}", { x: { 'a-b': 1, c: 2 }, k: 'c' }, '12'],
    ['{{ x[0] }}{{ x[-1] }}{{ x.1 }}', { x: [1, 2, 3] }, '132'],
    ['{{ x | default(1) }}', {}, '1'],
    ['{{ x | d("a") }}', { x: 'b' }, 'b'],
    ['{{ x | default("a", true) }}', { x: '' }, 'a'],
    ['{{ x | default("a", boolean=true) }}', { x: null }, 'a'],
    ['{{ x | default(uuid()) }}', {}, 'UUID'],
    ['{{ x.y.z | default("none") }}', {}, 'none'],
    ['{% if x is defined %}yes{% else %}no{% endif %}', {}, 'no'],
    ['{% if x is not defined %}no{% endif %}', {}, 'no'],
    ['{% if x %}a{% elif y %}b{% else %}c{% endif %}', { x: 0, y: [] }, 'c'],
    ['{% if x == 1 and y != 2 or not z %}a{% endif %}', { x: 1, y: 3, z: true }, 'a'],
    ['{% for i in x %}{{ i }}{% if not loop.last %},{% endif %}{% endfor %}', { x: [1, 2, 3] }, '1,2,3'],
    [
      '{% for i in x %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.length }};{% endfor %}',
      { x: ['a', 'b'] },
      '1022;2112;',
    ],
    ['{% for k, v in x %}{{ k }}={{ v }};{% endfor %}', { x: { a: 1, b: 2 } }, 'a=1;b=2;'],
    ['{% for k, v in x | items %}{{ k }}={{ v }};{% endfor %}', { x: { a: 1 } }, 'a=1;'],
    ['{% for k in x %}{{ k }}{% endfor %}', { x: { a: 1, b: 2 } }, 'ab'],
    ['{% for i in x if i > 1 %}{{ i }}{% else %}none{% endfor %}', { x: [1, 2, 3] }, '23'],
    ['{% for i in x %}{{ i }}{% else %}none{% endfor %}', { x: [] }, 'none'],
    ['{% set y = x ~ "!" %}{{ y }}', { x: 'a' }, 'a!'],
    ['{% set y = 1 %}{% for i in [2] %}{% set y = i %}{% endfor %}{{ y }}', {}, '1'],
    ['{{ "a" if x else "b" }}', { x: false }, 'b'],
    ['{{ 1 + 2 * 3 - 4 / 2 }} {{ 7 // 2 }} {{ -7 % 3 }} {{ "a" + "b" }} {{ 1 ~ 2 }}', {}, '5 3 2 ab 12'],
    [
      '{{ "b" in x }} {{ "k" in y }} {{ "el" in "hello" }} {{ 3 not in [1, 2] }}',
      { x: ['a', 'b'], y: { k: 1 } },
      'true true true true',
    ],
    ['{{ x == y }}', { x: { a: [1] }, y: { a: [1] } }, 'true'],
    ['{{ "a" < "b" }} {{ 2 >= 2 }} {{ 1 > 2 }} {{ 1 <= 0 }}', {}, 'true true false false'],
    ['{{ x | upper }} {{ x | lower }} {{ x | capitalize }} {{ " a " | trim }}', { x: 'aB' }, 'AB ab Ab a'],
    ['{{ x | join("-") }} {{ x | length }} {{ x | first }} {{ x | last }}', { x: [1, 2] }, '1-2 2 1 2'],
    ['{{ x | join(",", attribute="n") }} {{ x | map(attribute="n") | join }}', { x: [{ n: 1 }, { n: 2 }] }, '1,2 12'],
    ['{{ x | replace("a", "b") }} {{ x | replace("a", "b", 1) }}', { x: 'aa' }, 'bb ba'],
    [
      '{{ x | sort | join }} {{ x | sort(reverse=true) | join }} {{ x | unique | join }} {{ x | reverse | join }}',
      { x: [2, 1, 2] },
      '122 221 21 212',
    ],
    [
      '{{ "3" | int + 1 }} {{ "x" | int(7) }} {{ "2.5" | float }} {{ 2.345 | round(1) }} {{ 2.5 | round }} {{ 2.1 | round(0, "ceil") }} {{ -2 | abs }}',
      {},
      '4 7 2.5 2.3 3 3 2',
    ],
    ['{{ x | tojson }} {{ x | keys | join }} {{ x | values | join }}', { x: { a: 1 } }, '{"a":1} a 1'],
    ['{{ x | urlencode }} {{ x | b64encode }} {{ x | string }}', { x: 'ä /' }, '%C3%A4%20%2F w6QgLw== ä /'],
    [
      '{{ none is none }} {{ 1 is number }} {{ 1.5 is float }} {{ 1 is integer }} {{ "" is string }}',
      {},
      'true true true true true',
    ],
    [
      '{{ {} is mapping }} {{ [] is iterable }} {{ true is true }} {{ false is false }} {{ [] is sequence }} {{ 1 is boolean }}',
      {},
      'true true true true true false',
    ],
    ['a{# comment #}b{{- " c" }} {%- if true %} d{% endif %}', {}, 'ab c d'],
    ['a {{- x -}} b', { x: 1 }, 'a1b'],
    ['{{ {"a": x}["a"] }}{{ [x][0] }}{{ (1, 2) | join }}', { x: 5 }, '5512'],
    ['{{ upstream_token }}', { upstream_token: 'mine' }, 'T'],
    ['{{ args.upstream_token }}{{ args.a }}', { upstream_token: 'mine', a: 1 }, 'mine1'],
    ['{{ uuid() }}{{ uuid }}', { uuid: 'given' }, 'UUIDgiven'],
    ['{{ "a💥" | length }} {{ x | length }} {{ [1] | count }}', { x: { a: 1, b: 2 } }, '2 2 1'],
    ['{{ [1] | tojson(indent=1) }} {{ [1] | tojson(none) }}', {}, '[\n 1\n] [1]'],
    [
      '{{ 2.9 | round(0, "floor") }} {{ -2.5 | round }} {{ 2.9 | int }} {{ true | int }} {{ false | int }}',
      {},
      '2 -3 2 1 0',
    ],
    ['{{ "ab" | list | join("-") }} {{ {"k": 1} | list | join }} {{ "1e3" | float }}', {}, 'a-b k 1000'],
    ['{{ x | int(5) }} {{ [] | int(6) }}', { x: '1'.repeat(50) }, '5 6'],
    ['{{ "b" < "a" }} {{ "b" > "a" }} {{ "a" <= "a" }} {{ ["b", "a", "a"] | sort | join }}', {}, 'false true true aab'],
    ['{{ x and "y" }} {{ "" or x }} {{ x or "z" }} {{ +1 }}', { x: 'a' }, 'y a a 1'],
    ['{{ 0 and x }} {{ "a" if {} else "b" }} {{ "a" if {"k": 1} else "b" }}', { x: 1 }, '0 b a'],
    [
      '{{ {"a": 1} == {"b": 1} }} {{ {"a": 1} == {"a": 1, "b": 2} }} {{ [1] == [1, 2] }} {{ {} == [] }}',
      {},
      'false false false false',
    ],
    [
      '{{ "" is sequence }} {{ "" is iterable }} {{ {} is iterable }} {{ 1 is iterable }} {{ x is none }}',
      {},
      'true true true false false',
    ],
    ['{{ (x | urlencode) ~ "!" }} {{ "a" | replace(old="a", new="b") }}', { x: 'ä' }, '%C3%A4! b'],
    ['{{ [1, 2] | sort(reverse=false) | join }} {{ none | default("n", false) is none }}', {}, '12 true'],
    ['{{ -x }} {{ +x }} {{ - x }}', { x: 2 }, '-2 2 -2'],
    ['{{ 1.25 | round(method="floor") }}', {}, '1'],
    ['{{ x | default(1, y) }}', { x: '', y: true }, '1'],
  ])('%s', (text, args, expected) => {
    expect(written(text, args)).toBe(expected);
  });

  it.each<[string, string, JsonObject, RegExp]>([
    ['an undefined name', '{{ x }}', {}, /"x" is not defined/],
    ['an undefined member', '{{ x.y }}', { x: {} }, /"y" is not defined/],
    ['an undefined name in a condition', '{% if x %}{% endif %}', {}, /"x" is not defined/],
    ['an undefined name in a comparison', '{{ x == 1 }}', {}, /"x" is not defined/],
    ['an undefined name in a loop', '{% for i in x %}{% endfor %}', {}, /"x" is not defined/],
    ['a choice without its other side', '{{ 1 if false }}', {}, /not defined/],
    ['the environment', '{{ env.SECRET }}', { a: 'x' }, /not defined/],
    ['the process', '{{ process }}', {}, /not defined/],
    ['globals', '{{ globalThis }}{{ global }}', {}, /not defined/],
    ['an inherited member', '{{ a.toString.call }}', { a: 'x' }, /not defined/],
    ['an inherited member of an object', '{{ a.constructor }}', { a: {} }, /not defined/],
    ['an inherited member by a value', '{{ a[k] }}', { a: {}, k: 'constructor' }, /not defined/],
    [
      'the prototype by a value',
      '{{ a[k] }}',
      { a: JSON.parse('{"__proto__": 1}') as JsonObject, k: '__proto__' },
      /not defined/,
    ],
    ['an inherited name', '{{ hasOwnProperty }}', {}, /not defined/],
    ['the length of a text as a member', '{{ a.length }}', { a: 'x' }, /not defined/],
    [
      'a variable that was not set',
      '{% if false %}{% set x = 1 %}{% endif %}{{ x }}',
      { x: 'argument' },
      /not defined/,
    ],
    ['null as text', '{{ x }}', { x: null }, /null/],
    ['a list as text', '{{ x ~ "a" }}', { x: [1] }, /list/],
    ['an object as text', '{{ x ~ "a" }}', { x: {} }, /object/],
    ['a number beyond 2^53', '{{ x }}', { x: 2 ** 53 }, /2\^53/],
    ['a number that becomes too large', '{{ 9007199254740991 + 1 }}', {}, /2\^53/],
    ['a division by zero', '{{ 1 / 0 }}', {}, /finite/],
    ['a sum of texts and numbers', '{{ 1 + "a" }}', {}, /numbers/],
    ['an order of different kinds', '{{ 1 < "a" }}', {}, /order/],
    ['a loop over a number', '{% for i in 5 %}{% endfor %}', {}, /loop needs/],
    ['a loop over what are no pairs', '{% for a, b in [1] %}{% endfor %}', {}, /pairs/],
    ['the first of nothing', '{{ [] | first }}', {}, /first/],
    ['half of a character, encoded', '{{ x | urlencode }}', { x: '\ud800' }, /half/],
    ['an attribute that is inherited', '{{ [x] | map(attribute="toString") }}', { x: {} }, /attribute/],
    ['an empty text to replace', '{{ "a" | replace("", "b") }}', {}, /empty/],
    ['the length of a number', '{{ 1 | length }}', {}, /length/],
    ['a list of a number', '{{ 1 | list }}', {}, /list/],
    ['the items of a list', '{{ [] | items }}', {}, /object/],
    ['the size of a text', '{{ "a" | abs }}', {}, /number/],
    ['an indent that is none', '{{ [] | tojson("a") }}', {}, /indent/],
    ['too large an indent', '{{ [] | tojson(100) }}', {}, /indent/],
    ['a number in a text', '{{ 1 in "1" }}', {}, /in needs/],
    ['a text in a number', '{{ "1" in 1 }}', {}, /in needs/],
    ['a number as a name', '{{ {1: 2} }}', {}, /texts/],
    ['a text that becomes a number beyond 2^53', '{{ "99999999999999999999" | int }}', {}, /2\^53/],
    ['a number as the sign of a text', '{{ -x }}', { x: 'a' }, /number/],
  ])('refuses %s [U4]', (_what, text, args, message) => {
    expect(refusal(text, args)).toMatch(new RegExp(`refused: .*${message.source}`));
  });

  it('knows no token where the source has none', () => {
    expect(() => render('{{ upstream_token }}', { upstream_token: 'mine' }, null)).toThrow(
      /"upstream_token" is not defined/,
    );
    expect(render('{{ upstream_token is defined }}', { upstream_token: 'mine' }, null)).toEqual([
      { kind: 'value', value: false },
    ]);
  });

  it('keeps its own text and values of others apart [U4]', () => {
    expect(render('a{{ x }}{{ "b" }}{{ x | tojson }}', { x: 'c' })).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'value', value: 'c' },
      { kind: 'text', text: 'b' },
      { kind: 'value', value: new Encoded('json', 'c', '"c"') },
    ]);
  });

  it('takes template syntax in values for what it is: data [U4]', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const syntax = `{{ ${value} }}{% if a %}`;
        expect(render('{{ x }}', { x: syntax })).toEqual([{ kind: 'value', value: syntax }]);
      }),
    );
  });

  it.each<[string, string, JsonObject, RegExp]>([
    [
      'rounds of loops',
      '{% for i in x %}{% for j in x %}{% for k in x %}{% endfor %}{% endfor %}{% endfor %}',
      { x: Array(100).fill(1) },
      /rounds/,
    ],
    [
      'rounds of one loop',
      '{% for i in x %}{% endfor %}',
      { x: Array(templateLimits.iterationsMax + 1).fill(1) },
      /rounds/,
    ],
    [
      'texts that double',
      `{% set s = "${'x'.repeat(1000)}" %}${'{% set s = s ~ s %}'.repeat(40)}{{ s }}`,
      {},
      /characters|steps/,
    ],
    [
      'texts that are put in often',
      '{{ x | replace("a", x) | replace("a", x) }}',
      { x: 'a'.repeat(5000) },
      /characters/,
    ],
    [
      'lists that are joined by much',
      '{{ x | join(y) }}',
      { x: Array(9000).fill(''), y: 'y'.repeat(5000) },
      /characters/,
    ],
    [
      'comparisons of each with each',
      '{{ x | unique | length }}',
      { x: Array.from({ length: 5000 }, (_, index) => index) },
      /steps/,
    ],
    [
      'texts that are looked for',
      '{{ [y in x, y in x, y in x] | length }}',
      { x: `${'a'.repeat(500_000)}`, y: `b${'a'.repeat(100_000)}` },
      /steps/,
    ],
    [
      'much output',
      '{% for i in x %}{{ y }}{% endfor %}',
      { x: Array(1000).fill(1), y: 'y'.repeat(100_000) },
      /characters/,
    ],
    [
      'much text of its own',
      `{% for i in x %}${'z'.repeat(50_000)}{% endfor %}`,
      { x: Array(1000).fill(1) },
      /characters/,
    ],
  ])('stops at too many %s [U4]', (_what, text, args, message) => {
    expect(refusal(text, args)).toMatch(message);
  });

  it('refuses or writes whatever it is made of, and throws nothing else [U4]', () => {
    const part = fc.constantFrom(
      ...[
        '{{',
        '}}',
        '{%',
        '%}',
        ' if ',
        ' for ',
        ' in ',
        ' endif ',
        ' endfor ',
        ' a',
        ' b',
        '.c',
        '|',
        'tojson',
        'default(1)',
      ],
      ...[
        '==',
        '+',
        '(',
        ')',
        '[',
        ']',
        '"x"',
        '1',
        ' is ',
        'defined',
        ' not ',
        ' and ',
        '~',
        ',',
        ' set ',
        '=',
        ' else ',
        'text',
        '{#',
        '#}',
        '-',
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        expect(typeof refusal(parts.join(''), { a: { c: [1, 'x'] }, b: 2 })).toBe('string');
      }),
      { numRuns: 2_000 },
    );
  });
});
