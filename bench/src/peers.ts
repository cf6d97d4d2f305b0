/** The peers, each with a program and pinned packages in `bench/peers/<directory>`. */
export type Peer = { readonly name: string; readonly directory: string; readonly needsPostgres: boolean };

export const langGraph: Peer = { name: 'LangGraph', directory: 'langgraph', needsPostgres: false };
export const dbos: Peer = { name: 'DBOS', directory: 'dbos', needsPostgres: true };
export const openaiAgents: Peer = { name: 'OpenAI Agents', directory: 'openai-agents', needsPostgres: false };
export const aiSdk: Peer = { name: 'AI SDK', directory: 'ai-sdk', needsPostgres: false };
export const mastra: Peer = { name: 'Mastra', directory: 'mastra', needsPostgres: false };
export const restate: Peer = { name: 'Restate', directory: 'restate', needsPostgres: false };
export const mcpFilesystem: Peer = { name: 'MCP filesystem server', directory: 'mcp-filesystem', needsPostgres: false };

export const peers: readonly Peer[] = [langGraph, dbos, openaiAgents, aiSdk, mastra, restate, mcpFilesystem];
