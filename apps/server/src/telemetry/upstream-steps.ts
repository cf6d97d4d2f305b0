import type { Redactor, Telemetry } from '@countersign/control-plane';

type Sent = { readonly method: string; readonly url: string };

/** One request to a service as a step of the call, under the conventions for HTTP clients. */
export function httpStep<T extends { readonly status: number }>(
  telemetry: Telemetry,
  redactor: Pick<Redactor, 'text'>,
  { method, url }: Sent,
  send: (traceparent: string | null) => Promise<T>,
): Promise<T> {
  const attributes = () => {
    const { hostname, port } = new URL(url);
    return {
      'http.request.method': method,
      'url.full': urlForTraces(url, redactor),
      'server.address': hostname,
      ...(port === '' ? {} : { 'server.port': Number(port) }),
    };
  };
  return telemetry.step(method, 'client', attributes, async (span) => {
    const response = await send(span.traceparent);
    span.set({
      'http.response.status_code': response.status,
      ...(response.status >= 400 ? { 'error.type': String(response.status) } : {}),
    });
    return response;
  });
}

/** One call of a tool of an MCP server as a step, under the conventions for MCP clients. */
export function mcpStep<T extends { readonly isError?: boolean }>(
  telemetry: Telemetry,
  { tool, host }: { readonly tool: string; readonly host: string },
  call: (traceparent: string | null) => Promise<T>,
): Promise<T> {
  const attributes = () => ({
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'network.transport': host === 'stdio' ? 'pipe' : 'tcp',
    ...(host === 'stdio' ? {} : { 'server.address': host }),
  });
  return telemetry.step(`tools/call ${tool}`, 'client', attributes, async (span) => {
    const result = await call(span.traceparent);
    if (result.isError) span.set({ 'error.type': 'tool_error' });
    return result;
  });
}

/** Values of a query stay here: keys may be among them, and what people looked for. */
export function urlForTraces(text: string, redactor: Pick<Redactor, 'text'>): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.hash = '';
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, 'REDACTED');
  return redactor.text(url.href);
}
