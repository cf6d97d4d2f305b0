import type { RunnerView } from '@countersign/contract';
import { command } from '../../command.ts';
import { relativeText } from '../../render/duration.ts';
import { printable } from '../../render/printable.ts';
import { shortIds } from '../../render/short-ids.ts';
import type { Style } from '../../render/style.ts';
import { renderTable } from '../../render/table.ts';

export const listRunners = command({
  summary: 'List the runners of the project, and which of them are there',
  examples: [['runners', 'where calls can run now, and in which sandbox']],
  async run({ client, projectId, print, style, terminal }) {
    const answer = await client().call('listRunners', { params: { project_id: await projectId() } });
    const short = shortIds(answer.runners.map(({ runner_id }) => runner_id));
    const rows = answer.runners.map((runner) => [
      short(runner.runner_id),
      printable(runner.name),
      printable(runner.machine),
      presenceText(runner, style, terminal.now()),
      sandboxText(runner, style),
      runner.announcement?.roots.map(printable).join(', ') ?? '',
    ]);
    print(answer, () =>
      rows.length === 0
        ? 'No runners yet. `countersign runner` starts one for the current folder; `countersign runner code` is for another machine.\n'
        : renderTable(['ID', 'NAME', 'MACHINE', 'STATE', 'SANDBOX', 'ROOTS'], rows, style),
    );
  },
});

function presenceText({ is_present, seen_at }: RunnerView, style: Style, nowMs: number): string {
  if (is_present) return style.good('there');
  return seen_at === null ? 'never seen' : `away, seen ${relativeText(seen_at, nowMs)}`;
}

function sandboxText({ announcement }: RunnerView, style: Style): string {
  if (announcement === null) return '-';
  if (announcement.sandbox !== 'none') return announcement.sandbox;
  return announcement.runs_commands ? style.bad('NONE, runs commands') : style.warning('none, refuses commands');
}
