import type { Client } from '@countersign/client';
import type { ToolToJudge } from '@countersign/policy';

/** The tools of a project as its server knows them: recorded calls are judged by the schemas they were made with. */
export async function availableTools(client: Client, projectId: string): Promise<ToolToJudge[]> {
  const { tools } = await client.tools.available(projectId);
  return tools.map(({ name, input_schema }) => ({ name, inputSchema: input_schema as ToolToJudge['inputSchema'] }));
}
