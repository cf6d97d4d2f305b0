import type { ToolDefinition } from '@countersign/contract';
import { compileArguments, emptyPolicy, noFiles, policyGate } from '@countersign/policy';
import type { Gate, ToolRegistry } from '../src/index.ts';

const text = { type: 'string', minLength: 1 };

function tool(name: string, properties: Record<string, unknown>, given: Partial<ToolDefinition> = {}): ToolDefinition {
  const inputSchema = { type: 'object', properties, required: ['path'], additionalProperties: false };
  return { name, description: name, inputSchema, target: 'runner', executionTimeoutMs: 60_000, ...given };
}

/** `read_file` is LOW, `write_file` is MEDIUM, everything else is HIGH; what `forbidden` does is denied. */
const definitions: readonly ToolDefinition[] = [
  tool('read_file', { path: text }),
  tool('write_file', { path: text, content: { type: 'string', default: '' }, password: { type: 'string' } }),
  tool('deploy', { path: text }),
  tool('forbidden', { path: text }),
  tool('compute', { path: text }, { target: 'server' }),
];

export const testTools: ToolRegistry = {
  find: (name) => registered.get(name) ?? null,
  list: () => [...registered.values()],
};

const registered = new Map(
  definitions.map((definition) => [
    definition.name,
    { definition, version: 'v1', resolveArguments: compileArguments(definition.inputSchema) },
  ]),
);

/** Also denies, whatever the tool, everything under `denied/`. Server tools need no approval. */
export function testGate(): Gate {
  const byPolicy = policyGate({
    policy: () => emptyPolicy,
    workspace: { roots: ['/workspace'], home: null, files: noFiles },
    approvalSeconds: { MEDIUM: 300, HIGH: 600 },
  });
  return {
    ...byPolicy,
    policyVersion: 'test-1',
    assess(request) {
      const assessment = byPolicy.assess(request);
      if (request.tool.name === 'compute') return { ...assessment, outcome: 'allow' };
      const isDenied = request.tool.name === 'forbidden' || String(request.arguments.path).startsWith('denied/');
      return isDenied
        ? { ...assessment, outcome: 'deny', ruleId: 'deny.test', reasons: ['It is forbidden.'] }
        : assessment;
    },
  };
}
