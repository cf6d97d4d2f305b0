import { noTelemetry, type SpanAttributes, type Telemetry } from '@countersign/control-plane';
import { createRedactor } from '@countersign/redaction';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { bodyForLog, exchangeLog } from './log-exchange.ts';
import { httpStep, mcpStep, urlForTraces } from './upstream-steps.ts';

const redactor = createRedactor(['correct-horse-battery']);

function recording() {
  const steps: { name: string; attributes: Record<string, unknown> }[] = [];
  const telemetry: Telemetry = {
    ...noTelemetry,
    step: (name, _kind, attributes, run) => {
      const step = { name, attributes: { ...attributes() } as Record<string, unknown> };
      steps.push(step);
      const set = (more: SpanAttributes) => void Object.assign(step.attributes, more);
      return run({ set, traceparent: 'tp' });
    },
  };
  return { telemetry, steps };
}

describe('steps on the way to a service', () => {
  it('are told as HTTP clients tell them [P6]', async () => {
    const { telemetry, steps } = recording();
    const request = { method: 'POST', url: 'https://api.example:8443/orders/7?q=x' };
    const response = await httpStep(telemetry, redactor, request, async (traceparent) => ({
      status: 503,
      traceparent,
    }));
    expect(response).toEqual({ status: 503, traceparent: 'tp' });
    expect(steps).toEqual([
      {
        name: 'POST',
        attributes: {
          'http.request.method': 'POST',
          'url.full': 'https://api.example:8443/orders/7?q=REDACTED',
          'server.address': 'api.example',
          'server.port': 8443,
          'http.response.status_code': 503,
          'error.type': '503',
        },
      },
    ]);
  });

  it('are told as MCP clients tell them [P6]', async () => {
    const { telemetry, steps } = recording();
    await mcpStep(telemetry, { tool: 'echo', host: 'stdio' }, async () => ({ isError: true }));
    await mcpStep(telemetry, { tool: 'echo', host: 'mcp.example' }, async () => ({}));
    expect(steps.map(({ name }) => name)).toEqual(['tools/call echo', 'tools/call echo']);
    expect(steps[0]!.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'echo',
      'network.transport': 'pipe',
      'error.type': 'tool_error',
    });
    expect(steps[1]!.attributes).toMatchObject({ 'server.address': 'mcp.example' });
    expect(steps[1]!.attributes).not.toHaveProperty('error.type');
  });

  it.each([
    ['https://u:p@api.example/a?key=k&key=l&b=#frag', 'https://api.example/a?key=REDACTED&b=REDACTED'],
    ['https://api.example/correct-horse-battery', 'https://api.example/***REDACTED***'],
  ])('show no value of a query and nothing that is secret: %s [P6, G8]', (url, shown) => {
    expect(urlForTraces(url, redactor)).toBe(shown);
  });
});

describe('the log of what went to a service and back', () => {
  it('cuts bodies at 500 characters, after secrets are masked [P6, G8]', () => {
    const body = `${'x'.repeat(490)} correct-horse-battery ${'y'.repeat(900)}`;
    const shown = bodyForLog(redactor, body)!;
    expect(shown).toHaveLength(501);
    expect(shown).not.toContain('correct');
    expect(bodyForLog(redactor, { password: 'hunter2hunter2' })).not.toContain('hunter2');
    expect(bodyForLog(redactor, null)).toBeNull();
  });

  it('is there for those who look closely, and never holds headers [P6]', () => {
    const lines: string[] = [];
    const to = { write: (line: string) => void lines.push(line) };
    const sent = {
      method: 'GET',
      url: 'https://api.example/?key=k3y',
      body: null,
      headers: { authorization: 'Bearer t' },
    };
    const exchange = (level: string) => {
      const log = exchangeLog(pino({ level }, to), redactor, 'tool', sent);
      log.asked();
      log.answered(200, () => ({ a: 1 }));
    };
    exchange('info');
    expect(lines).toEqual([]);
    exchange('debug');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'a service is asked', method: 'GET', url: 'https://api.example/?key=REDACTED', body: null },
      { msg: 'a service answered', status: 200, body: '{"a":1}' },
    ]);
    expect(lines.join('')).not.toMatch(/Bearer|k3y/);
  });
});
