import type { RiskLevel, SourceSettings } from '@countersign/contract';
import { cleanLine, cleanText, isPlainText } from '../inventory/clean-text.ts';
import { createInventory, type ImportedTool, type Inventory, type LeftOut } from '../inventory/inventory.ts';
import { importLimits } from '../inventory/limits.ts';
import { nameTools } from '../inventory/name-tools.ts';
import { riskTable } from '../inventory/risk-of-tool.ts';
import { Warnings } from '../inventory/warnings.ts';
import { own } from '../schema/plain-schema.ts';
import { UnusableReference } from '../schema/schema-document.ts';
import { SchemaLibrary } from '../schema/schema-library.ts';
import { argumentsSchema } from './arguments-schema.ts';
import type { McpConnection } from './mcp-connection.ts';
import { mcpLimits } from './mcp-limits.ts';

type RemoteTool = Readonly<Record<string, unknown>> & { readonly name: string };

/** U1: the tools of an MCP server. What it says about itself may raise a risk and never lowers one. */
export async function importMcp(
  connection: Pick<McpConnection, 'listTools'>,
  settings: SourceSettings,
  signal?: AbortSignal,
): Promise<Inventory> {
  const { tools: given, isComplete } = await connection.listTools(signal);
  const warnings = new Warnings();
  if (!isComplete)
    warnings.add(`The server has more than ${mcpLimits.toolsMax} tools, or pages without end: the rest is left out`);
  const leftOut: LeftOut[] = [];
  const usable = usableTools(given, leftOut);
  const names = nameTools(
    settings.name,
    usable.map(({ name }) => ({ name, key: name })),
  );
  const riskOf = riskTable(settings);
  const tools: ImportedTool[] = [];
  for (const [index, tool] of usable.entries()) {
    const inputSchema = schemaOf(tool, warnings);
    if (typeof inputSchema === 'string') {
      leftOut.push({ operation: tool.name, reason: inputSchema });
      continue;
    }
    tools.push({
      name: names[index]!,
      description: descriptionOf(tool),
      inputSchema,
      target: 'server',
      executionTimeoutMs: (settings.timeout_seconds ?? defaultTimeoutSeconds) * 1000,
      upstream: {
        source: settings.name,
        kind: 'mcp',
        remote_name: tool.name,
        risk_level: riskOf(names[index]!, riskOfTool(tool)),
        method: 'MCP',
        path: tool.name,
        host: settings.url === undefined ? 'stdio' : new URL(settings.url).host,
        tags: [],
        profile: null,
      },
    });
  }
  return createInventory(tools, leftOut, warnings.list());
}

const defaultTimeoutSeconds = 30;

/** Tools with a name that can be sent back as it is, each once. */
function usableTools(given: readonly unknown[], leftOut: LeftOut[]): RemoteTool[] {
  const found = new Map<string, RemoteTool>();
  for (const tool of given) {
    const name = own(tool, 'name');
    const shown = cleanLine(String(name), 200);
    if (
      typeof name !== 'string' ||
      name === '' ||
      name.length > importLimits.remoteNameLengthMax ||
      !isPlainText(name)
    ) {
      leftOut.push({
        operation: shown,
        reason: 'its name is missing, too long, or has characters that nobody would see',
      });
    } else if (found.has(name)) {
      leftOut.push({ operation: shown, reason: 'another tool has the same name' });
    } else {
      found.set(name, tool as RemoteTool);
    }
  }
  return [...found.values()];
}

function schemaOf(tool: RemoteTool, warnings: Warnings): Readonly<Record<string, unknown>> | string {
  const library = new SchemaLibrary((pattern) => {
    warnings.add(
      `${tool.name}: the pattern ${JSON.stringify(pattern).slice(0, 100)} cannot be checked in bounded time, so any text is let through`,
    );
  });
  try {
    const { schema, isCut, isOpen } = argumentsSchema(own(tool, 'inputSchema'), library);
    if (isCut) warnings.add(`${tool.name}: its schema is very large, so deep parts of it may be anything`);
    if (isOpen) warnings.add(`${tool.name}: it takes arguments that it does not describe; those are refused here`);
    return schema;
  } catch (error) {
    if (error instanceof UnusableReference) return error.message;
    throw error;
  }
}

function riskOfTool(tool: RemoteTool): RiskLevel {
  return own(tool.annotations, 'destructiveHint') === true ? 'HIGH' : 'MEDIUM';
}

function descriptionOf({ name, title, description }: RemoteTool): string {
  const texts = [title, description].filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  const whole = cleanText([...new Set(texts)].join('\n\n'), importLimits.toolDescriptionLengthMax);
  return whole === '' ? cleanLine(name, importLimits.toolDescriptionLengthMax) : whole;
}
