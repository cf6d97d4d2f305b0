import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, ToolDefinition } from '@countersign/contract';
import type { ServerExecutor } from '@countersign/control-plane';

const definition = (name: string, description: string): ToolDefinition => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: { what: { type: 'string' } },
    required: ['what'],
    additionalProperties: false,
  },
  target: 'server',
  executionTimeoutMs: 30_000,
});

/** Nobody is asked about `lookup`; a person is asked about `publish`. */
const policy = `version: 1
rules:
  - id: quiet
    match: { tool: lookup }
    outcome: allow
    up_to: HIGH
`;

type Executed = { readonly tool: string; readonly args: JsonObject };

/** Two tools of the server for an agent to use, and what was executed of them. */
export function chatTools(cleanUp: (act: () => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-policy-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const policyFile = join(folder, 'policy.yaml');
  writeFileSync(policyFile, policy);
  const executed: Executed[] = [];
  const executor: ServerExecutor = {
    async execute(tool, args) {
      executed.push({ tool, args });
      return { ok: true, result: `${tool} of ${String(args.what)}` };
    },
  };
  const extraTools = [definition('lookup', 'Look something up'), definition('publish', 'Publish something')];
  return { executed, policyFile, parts: { extraTools, executor } };
}
