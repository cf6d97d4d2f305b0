import type { CallInput } from '@countersign/client';
import { type EventTree, limits } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { resolveId } from '../../connection/resolve-id.ts';
import { countOption } from '../../count-option.ts';
import { nestNodes, renderTree } from '../../render/tree.ts';

type Query = NonNullable<CallInput<'getEventTree'>['query']>;
type Options = { id?: string; level?: string; limit?: string; follow?: boolean };

export const showTree = command<Options>({
  summary: 'Show what happened as a tree: process, agent, turn, tool call',
  details:
    'Without --id the newest runs. Each line says how it stands, how long it took and for how long people were waited for. With\n--json each node has its `children`; with --json and --follow there is one line for each node that changed.',
  options: [
    { flags: '--id <id>', description: 'a process, session, run, turn or call, and all below it' },
    { flags: '-L, --level <depth>', description: 'how many levels are shown' },
    { flags: '--limit <count>', description: `how many runs, up to ${limits.treeRunsMax}` },
    { flags: '--follow', description: 'go on as things happen; of one run, to its end' },
  ],
  examples: [
    ['events tree', 'the newest runs'],
    ['events tree --id 019a3c5e-7d -L 2', 'one run and its turns'],
    ['events tree --follow', 'live'],
  ],
  async run(context, _, options) {
    const { client, projectId, print, style } = context;
    const project = await projectId();
    const query = await queryOf(context, project, options);
    if (options.follow) {
      const { followTree } = await import('../../events/follow-tree.ts');
      return void (await followTree(context, project, query));
    }
    const tree: EventTree = await client().eventLog.tree(project, query);
    print({ ...tree, nodes: nestNodes(tree.nodes) }, () => renderTree(tree, style));
  },
});

async function queryOf({ client }: CommandContext, project: string, options: Options): Promise<Query> {
  const depth = countOption('-L', options.level, limits.treeDepthMax);
  const limit = countOption('--limit', options.limit, limits.treeRunsMax);
  const id =
    options.id === undefined
      ? undefined
      : await resolveId('event', options.id, async () =>
          (await client().eventLog.tree(project, { limit: limits.treeRunsMax })).nodes.map((node) => node.id),
        );
  return {
    ...(id === undefined ? {} : { id }),
    ...(depth === undefined ? {} : { depth }),
    ...(limit === undefined ? {} : { limit }),
  };
}
