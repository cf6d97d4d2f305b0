import type { ProvedSandbox } from '@countersign/runner';
import { printable } from './printable.ts';
import type { Style } from './style.ts';
import { renderFields } from './table.ts';

/** What a runner is, as it says it at its start. */
export type RunnerReady = {
  readonly type: 'ready';
  readonly server: string;
  readonly project_id: string;
  readonly runner_id: string;
  readonly name: string;
  readonly machine: string;
  readonly roots: readonly string[];
  readonly sandbox: ProvedSandbox;
  readonly tools: readonly string[];
};

/** What whoever starts a runner sees first: for whom it works, where, and whether its sandbox holds. */
export function renderRunnerScreen(ready: RunnerReady, style: Style): string {
  const fields = [
    ['server', printable(ready.server)],
    ['project', ready.project_id],
    ['runner', `${printable(ready.name)} (${ready.runner_id})`],
    ['machine', printable(ready.machine)],
    ['roots', ready.roots.map((root) => style.strong(printable(root)))],
    ['sandbox', sandboxLines(ready.sandbox, style)],
    ['tools', ready.tools.join(' ')],
  ] as const;
  return `\n${style.strong('Countersign runner.')} ${style.faint('Only what was approved runs, and only orders of this server.')}\n\n${renderFields(fields, style)}\n`;
}

/** One line where all is well, with everything that was tried; each check by itself where something fails. */
export function sandboxLines({ kind, runsCommands, proof, refusal }: ProvedSandbox, style: Style): string[] {
  const checks = proof?.checks ?? [];
  if (kind !== 'none') {
    const tried = wrapped(checks.map(({ name }) => printable(name)).join(', ')).map((line) => style.faint(line));
    return [style.good(`${kind}: it holds, commands run in it`), ...tried];
  }
  const head = runsCommands
    ? style.bad('NONE: COMMANDS RUN WITH ALL YOUR RIGHTS, as you said by --allow-unsandboxed. Every approval says so.')
    : style.bad('NONE: commands are refused, only the file tools run.');
  const lines = checks.map(({ name, isHeld, saw }) =>
    isHeld
      ? `${style.good('ok')}    ${printable(name)}`
      : `${style.bad('FAILS')} ${printable(name)}: ${printable(saw)}`,
  );
  return [head, ...(refusal === null ? [] : [printable(refusal)]), ...lines];
}

/** Lines of words that fit on a screen beside the names of fields. */
function wrapped(text: string): string[] {
  return text === ''
    ? []
    : [...text.matchAll(new RegExp(`\\S.{0,${lineLengthMax - 1}}(?=\\s|$)`, 'g'))].map(([line]) => line);
}

const lineLengthMax = 90;
