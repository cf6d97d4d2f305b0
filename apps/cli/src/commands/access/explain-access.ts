import { isUuid } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { parseJson } from '../../parse-json.ts';
import { readValue } from '../../read-given.ts';
import { renderAccess } from '../../render/access.ts';
import { UsageError } from '../../usage-error.ts';

type Options = { agent?: string; claims?: string; tool?: string };

export const explainAccess = command<Options>({
  summary: 'Say who may use which tools, and which policy and group decided',
  details: 'For an agent of this server, or for the claims of a token. By the access file as the server has it now.',
  options: [
    { flags: '--agent <agent>', description: 'agent by name or id' },
    { flags: '--claims <json>', description: 'claims of a token as JSON, @FILE or - for stdin' },
    { flags: '--tool <name>', description: 'only about this tool' },
  ],
  examples: [
    ['access explain --agent builder', 'what an agent may use'],
    [`access explain --claims '{"realm_access":{"roles":["waiter"]}}' --tool pizzeria__list_menu`, 'why, or why not'],
  ],
  async run(context, _, { agent, claims, tool }) {
    if ((agent === undefined) === (claims === undefined)) throw new UsageError('give --agent, or --claims');
    const { client, terminal, print, style } = context;
    const explanation = await client().call('explainAccess', {
      body: {
        ...(agent === undefined ? {} : { agent_id: await findAgent(context, agent) }),
        ...(claims === undefined
          ? {}
          : { claims: parseJson('--claims', await readValue(terminal, '--claims', claims)) }),
        ...(tool === undefined ? {} : { tool_id: tool }),
      },
    });
    print(explanation, () => renderAccess(explanation, style));
  },
});

/** By the name of its credential: agents have no list of their own. */
async function findAgent({ client }: CommandContext, given: string): Promise<string> {
  if (isUuid(given)) return given;
  const { tokens } = await client().admin.listTokens();
  const agents = new Set(
    tokens.filter(({ kind, name }) => kind === 'agent' && name === given).map(({ principal_id }) => principal_id),
  );
  if (agents.size === 1) return [...agents][0]!;
  if (agents.size > 1) throw new UsageError(`${agents.size} agents are called "${given}": give the id of one`);
  throw new UsageError(`there is no agent called "${given}": see \`countersign token list\``);
}
