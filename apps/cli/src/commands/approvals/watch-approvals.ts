import { command } from '../../command.ts';
import { jsonText } from '../../render/json-text.ts';
import { renderNotice } from '../../render/notice.ts';
import { decideInteractively } from '../../watch/decide-interactively.ts';
import { followApprovals, type Notice } from '../../watch/follow-approvals.ts';

export const watchApprovals = command<{ input: boolean }>({
  summary: 'Follow requests and decisions as they come',
  details:
    'In a terminal it shows each request in full and offers to decide. With --json it prints one JSON line for each.',
  options: [{ flags: '--no-input', description: 'only print, never ask' }],
  examples: [
    ['approvals watch', 'decide as requests come'],
    ['approvals watch --json', 'feed another program'],
  ],
  async run(context, _, { input }) {
    const { terminal, style, isJson, client, projectId } = context;
    const project = await projectId();
    const tell = (notice: Notice): void => {
      if (isJson) terminal.write(`${jsonText(notice, 0)}\n`);
      else terminal.write(renderNotice(notice, style, terminal.now()) ?? '');
    };
    if (terminal.isInteractive && !isJson && input) await decideInteractively(context, client(), project);
    // Nothing but the end of the process ends it: there is no signal to give.
    else await followApprovals(client(), project, tell, new AbortController().signal);
  },
});
