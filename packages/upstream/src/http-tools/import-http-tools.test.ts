import { readFileSync } from 'node:fs';
import type { SourceSettings } from '@countersign/contract';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { httpToolsSchema } from './http-tools-schema.ts';
import { importHttpTools } from './import-http-tools.ts';

const settings: SourceSettings = { name: 'shop', kind: 'http' };
const example = readFileSync(new URL('../../../../examples/pizzeria/tools.yaml', import.meta.url), 'utf8');
const base = `version: 1
base_url: https://api.example/v1/
tools:
  - name: get_order
    description: One order.
    url: /orders/{{ order_id }}
    input_schema:
      properties: { order_id: { type: string } }
`;
const problemsOf = (text: string, more: Partial<SourceSettings> = {}): string => {
  try {
    importHttpTools(text, { ...settings, ...more });
    return '';
  } catch (error) {
    expect((error as Error).name).toBe('ImportRefused');
    return (error as Error).message;
  }
};

describe('a file of tools', () => {
  it('becomes tools with profile, schema and risk [U1, U4]', () => {
    const { tools } = importHttpTools(base, { ...settings, idempotency_header: 'Idempotency-Key', timeout_seconds: 5 });
    expect(tools).toEqual([
      {
        name: 'shop__get_order',
        description: 'One order.',
        inputSchema: { type: 'object', properties: { order_id: { type: 'string' } }, additionalProperties: false },
        target: 'server',
        executionTimeoutMs: 5_000,
        upstream: {
          source: 'shop',
          kind: 'http',
          remote_name: 'get_order',
          risk_level: 'LOW',
          method: 'GET',
          path: '/v1/orders/{order_id}',
          host: 'api.example',
          tags: [],
          profile: {
            mode: 'sync_http',
            method: 'GET',
            url_template: 'https://api.example/v1/orders/{{ order_id }}',
            timeout_seconds: 5,
            idempotency_header: 'Idempotency-Key',
          },
        },
      },
    ]);
  });

  it('may be the example of the pizzeria, with a job that is waited for [U1, U7]', () => {
    const { tools } = importHttpTools(example, settings);
    const bake = tools.find(({ name }) => name === 'shop__bake_order')!;
    expect(bake.upstream.profile).toMatchObject({
      mode: 'async_poll',
      poll: { status_field_path: '$.status', max_poll_attempts: 60, poll_interval_seconds: 1 },
    });
    // The call may take as long as every question and every wait together.
    expect(bake.executionTimeoutMs).toBeGreaterThan(60 * 30_000);
  });

  it('may be JSON, and may use the long names of a profile [U1]', () => {
    const long = {
      version: 1,
      tools: [
        {
          name: 'a',
          description: 'A',
          method: 'POST',
          url_template: 'https://api.example/jobs',
          headers_template: { 'X-Token': '{{ upstream_token }}' },
          body_template: '{"a": {{ a | tojson }}}',
          content_type: 'application/json',
          risk_level: 'HIGH',
          required_audience: 'api',
          required_scopes: ['jobs'],
          mode: 'async_poll',
          poll_config: {
            status_url_template: 'https://api.example/jobs/{{ id }}',
            status_field_path: '$.s',
            completed_values: ['ok'],
            poll_interval_seconds: 2,
            max_poll_attempts: 3,
            result_field_path: '$.r',
          },
          input_schema: { type: 'object', properties: { a: { type: 'integer' } } },
        },
      ],
    };
    const { tools } = importHttpTools(JSON.stringify(long), settings);
    expect(tools[0]!.upstream).toMatchObject({
      risk_level: 'HIGH',
      profile: {
        headers_template: { 'X-Token': '{{ upstream_token }}' },
        required_audience: 'api',
        required_scopes: ['jobs'],
        poll: { poll_interval_seconds: 2, result_field_path: '$.r' },
      },
    });
    expect(
      importHttpTools(JSON.stringify(long), { ...settings, risks: { a: 'LOW' } }).tools[0]!.upstream.risk_level,
    ).toBe('LOW');
  });

  it('goes to the address of the source where that has one [U1]', () => {
    const { tools } = importHttpTools(base, { ...settings, base_url: 'http://127.0.0.1:9' });
    expect(tools[0]!.upstream).toMatchObject({
      host: '127.0.0.1:9',
      profile: { url_template: 'http://127.0.0.1:9/orders/{{ order_id }}' },
    });
  });

  it('may pass headers on, as an argument [U1]', () => {
    const { tools } = importHttpTools(`${base}    passthrough_headers: true\n`, settings);
    expect(tools[0]!.inputSchema.properties).toHaveProperty('headers');
  });

  it('may leave the host to an argument, among those that it names [U4]', () => {
    const text = base
      .replace('/orders/{{ order_id }}', 'https://{{ order_id }}.shops.example/a')
      .concat('    allowed_hosts: ["*.shops.example"]\n');
    expect(importHttpTools(text, settings).tools[0]!.upstream).toMatchObject({ host: '*.shops.example', path: '/a' });
    expect(problemsOf(text.replace(/ {4}allowed_hosts.*\n/, ''))).toContain('allowed_hosts');
  });

  it('has a schema for editors that takes it', () => {
    const schema = JSON.parse(JSON.stringify(httpToolsSchema())) as TSchema;
    expect(Value.Check(schema, parse(example))).toBe(true);
    expect(Value.Check(schema, { version: 1, tools: [{ nme: 'x' }] })).toBe(false);
  });
});

describe('a broken file of tools is refused with line, column and what to do [U1]:', () => {
  const cases: readonly (readonly [said: string, text: string])[] = [
    ['1:1: expected `version: 1` and `tools:`; found nothing', ''],
    ['1:10: `version`: expected 1', base.replace('version: 1', 'version: 2')],
    ['2:11: `base_url`: expected an address such as', base.replace('https://api.example/v1/', 'ftp://x')],
    ['2:11: `base_url`: expected an address such as', base.replace('api.example/v1/', '{{ host }}/')],
    ['4:5: `description` is missing', base.replace('    description: One order.\n', '')],
    ['5:5: there is no `desciption` here: did you mean description?', base.replace('description', 'desciption')],
    ['4:5: `url` is missing: add it', base.replace('    url: /orders/{{ order_id }}\n', '')],
    ['6:10: `url` is a path: give base_url', base.replace('base_url: https://api.example/v1/\n', '#\n')],
    ['6:10: url_template: The filter nope is not known', base.replace('{{ order_id }}', '{{ order_id | nope }}')],
    [
      '8:7: a template uses `other`, which is no argument',
      base.replace('{{ order_id }}', '{{ order_id }}/{{ other }}'),
    ],
    [
      '8:7: this schema cannot be used: strict mode: unknown keyword: "typ"',
      base.replace('type: string', 'typ: string'),
    ],
    ['8:7: arguments are an object', base.replace('properties:', 'type: array\n      properties:')],
    [
      '8:7: arguments that are not described are refused',
      base.replace('properties:', 'additionalProperties: true\n      properties:'),
    ],
    [
      '8:7: this schema has characters that nobody would see',
      base.replace('type: string', 'type: string, description: "a\\u202e"'),
    ],
    ['6:10: url_template: There is a "#"', base.replace('{{ order_id }}', '{{ order_id }}#x')],
    ['9:13: `method`: expected one of GET', `${base}    method: FETCH\n`],
    ['9:14: The header Host is set by us', `${base}    headers: { Host: x }\n`],
    ['9:11: async_poll needs `poll`', `${base}    mode: async_poll\n`],
    ['9:11: `status_url` is missing', `${base}    poll: { status_field: $.s, completed_values: [a] }\n`],
    [
      '`status_field` is no JSONPath',
      `${base}    poll: { status_url: /x, status_field: "]", completed_values: [a] }\n`,
    ],
    [
      '9:11: sync_http asks nothing',
      `${base}    mode: sync_http\n    poll: { status_url: /x, status_field: $.s, completed_values: [a] }\n`,
    ],
    [
      'status_url: The filter nope',
      `${base}    poll: { status_url: "/x/{{ a | nope }}", status_field: $.s, completed_values: [a] }\n`,
    ],
    ['9:19: `url` says the same: keep one of them', `${base}    url_template: https://a.example\n`],
    [
      '5:11: another tool is called get_order too',
      base.replace('  - name: get_order', '  - { name: GET_ORDER, description: x, url: /x }\n  - name: get_order'),
    ],
    ['anchors are not allowed in a tools file', base.replace('One order.', '&a One')],
    ['keep one of them', `${base}    name: twice\n`],
    ['not valid YAML', `${base}  - {`],
  ];
  it.each(cases)('%s', (said, text) => {
    expect(problemsOf(text)).toContain(said);
  });

  it('all of it at once', () => {
    expect(problemsOf(base.replace('One order.', '""').replace('version: 1', 'version: 3')).split('\n')).toHaveLength(
      2,
    );
  });
});
