import { command } from '../command.ts';
import { renderTree } from '../render/tree.ts';
import { runTask } from '../run/run-task.ts';

const task = 'Make a small sample project, look at it, and take it away again.';

export const demo = command<{ input: boolean }>({
  summary: 'Watch a scripted agent work; needs no API key',
  details:
    'Beside a running `countersign start`. The agent follows a script, but everything else is as always: its calls go through the gate,\nand it asks before it changes something. At the end it shows the tree of all that happened.',
  options: [{ flags: '--no-input', description: 'never ask; requests are decided elsewhere' }],
  examples: [['demo', 'in the folder that countersign was started in']],
  async run(context, _, { input }) {
    const { client, style, terminal, isJson } = context;
    const project = await context.projectId();
    const request = { text: task, title: 'Demo', model: 'demo' };
    const { run, code } = await runTask(context, project, request, { mayAsk: input, stopOnInterrupt: false });
    if (run === null || isJson) return code;
    const tree = await client().eventLog.tree(project, { id: run.run_id });
    terminal.warn(`\n${renderTree(tree, style)}\nSee it again with \`countersign events tree --id ${run.run_id}\`.\n`);
    return code;
  },
});
