import type { ToolDefinition } from '@countersign/contract';
import { systemPrompt } from '../context/system-prompt.ts';
import { jsonProtocolWords } from '../json-protocol.ts';
import type { Model, OfferedTool } from '../ports.ts';
import { nameForProvider } from '../tool-names.ts';

/** The tools of a run as its model is told of them. */
export type OfferedTools = {
  readonly readAt: number;
  readonly system: string;
  /** None in the plain protocol: they are in the words of the system prompt. */
  readonly tools: readonly OfferedTool[];
  /** Which tool a name of the provider stands for. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** Characters that system prompt and tools take. */
  readonly length: number;
};

export function offerTools(
  available: readonly ToolDefinition[],
  protocol: Model['protocol'],
  readAt: number,
): OfferedTools {
  const toolNames = new Map(available.map(({ name }) => [nameForProvider(name), name]));
  if (protocol === 'json') {
    const system = systemPrompt(jsonProtocolWords(available));
    return { readAt, system, tools: [], toolNames, length: system.length };
  }
  const system = systemPrompt(null);
  const tools = available.map(({ name, description, inputSchema }) => ({
    name: nameForProvider(name),
    description,
    inputSchema,
  }));
  return { readAt, system, tools, toolNames, length: system.length + JSON.stringify(tools).length };
}
