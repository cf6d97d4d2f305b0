import { isLoopbackHost } from '@countersign/config';
import type { Ready } from '../supervisor/server-process.ts';
import { printable } from './printable.ts';
import { type RunnerReady, sandboxLines } from './runner-screen.ts';
import type { Style } from './style.ts';
import { renderFields } from './table.ts';

/** What whoever starts the server sees first: where to go, where the data is, and what to try next. */
export function renderReadyScreen(
  ready: Ready,
  { command, runner }: { readonly command: string; readonly runner: RunnerReady | null },
  style: Style,
): string {
  if (ready.address === null) return renderWorker(ready, style);
  const commands: readonly (readonly [string, string])[] = [
    [`${command} demo`, 'watch an agent work; needs no API key'],
    [`${command} run "What is in this folder?"`, 'give the agent a task'],
    [`${command} token create --kind agent --name my-agent`, 'a credential for an agent of your own'],
    [`${command} approvals watch`, 'decide in the terminal instead of the browser'],
    // Of no use where no phone can come.
    ...(isLoopbackHost(new URL(ready.address).hostname)
      ? []
      : [[`${command} link --qr`, 'sign in on a phone, with its camera'] as const]),
    [`${command} calls list`, 'what agents asked for, and what came of it'],
  ];
  const link =
    ready.link === null ? [] : [['open', [style.strong(printable(ready.link)), 'signs you in; works once']] as const];
  const project = ready.project_id === null ? [] : [['project', printable(ready.project_id)] as const];
  const fields = [
    ...link,
    ['address', printable(ready.address)],
    ...project,
    ['data', printable(ready.data_dir)],
    ...(runner === null ? [] : [['runs in', runner.roots.map(printable)] as const, sandboxField(runner, style)]),
  ] as const;
  const width = Math.max(...commands.map(([line]) => line.length));
  return [
    `\n${style.strong('Countersign is running.')}\n`,
    renderFields(fields, style),
    'In a second terminal:\n',
    ...commands.map(([line, what]) => `  ${line.padEnd(width)}  ${style.faint(`# ${what}`)}`),
    `\n${style.faint('Ctrl+C stops it. What waits for a decision is still there after the next start.')}\n\n`,
  ].join('\n');
}

/** A process that works on runs and listens nowhere. */
function renderWorker(ready: Ready, style: Style): string {
  const fields = [['data', printable(ready.data_dir)]] as const;
  const head = style.strong('Countersign works on runs here.');
  return `\n${head}\n\n${renderFields(fields, style)}\n${style.faint('Ctrl+C stops it; another worker goes on with its runs.')}\n\n`;
}

/** One line where all is well; everything there is to know where it is not. */
function sandboxField({ sandbox }: RunnerReady, style: Style): readonly [string, readonly string[]] {
  const [head, ...rest] = sandboxLines(sandbox, style);
  return ['sandbox', sandbox.kind === 'none' ? [head!, ...rest] : [head!]];
}
