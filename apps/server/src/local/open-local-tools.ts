import type { Config } from '@countersign/config';
import type { ToolDefinition } from '@countersign/contract';
import {
  createCommandRunner,
  createLocalTools,
  type LocalTools,
  limitsOf,
  missingPrograms,
} from '@countersign/local-tools';
import type { Logger } from 'pino';

type LocalConfig = Pick<Config, 'toolAllowedRoots' | 'toolPath' | 'dataDir' | 'toolLimits'>;

/** The local tools over the server's roots. Commands run in a sandbox that was proved to hold at this start, or not at all. */
export async function openLocalTools(
  { toolAllowedRoots: roots, toolPath, dataDir, toolLimits }: LocalConfig,
  definitions: readonly ToolDefinition[],
  log: Logger,
): Promise<LocalTools> {
  const { runner, refusal } = await createCommandRunner({
    privateFolder: dataDir,
    ...(toolPath.length === 0 ? {} : { toolPath }),
  });
  if (refusal !== null) log.warn({ refusal }, 'commands are not run on this server');
  for (const missing of missingPrograms()) log.warn({ missing }, 'a tool does not work on this server');
  const tools = createLocalTools({
    roots,
    closedFolders: [dataDir],
    limits: limitsOf(toolLimits),
    commands: runner,
    definitions,
    commandsRefusal: 'Commands are not run on this server: it has no sandbox that holds. Its log says why.',
  });
  return {
    ...tools,
    async close() {
      await tools.close();
      await runner?.close();
    },
  };
}
