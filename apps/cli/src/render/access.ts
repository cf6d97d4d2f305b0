import type { AccessExplanation } from '@countersign/contract';
import { printable } from './printable.ts';
import type { Style } from './style.ts';

/** Who may use what, and why. What is refused comes last, where it is looked for. */
export function renderAccess({ is_governed, policies, tools }: AccessExplanation, style: Style): string {
  const allowed = tools.filter(({ is_allowed }) => is_allowed);
  const refused = tools.filter(({ is_allowed }) => !is_allowed);
  const policyLines = policies.map(({ id, applies, because, groups }) => {
    const word = applies ? style.good('applies') : style.faint('does not apply');
    return `${style.strong(printable(id))} ${word}: ${printable(because)}\n  groups: ${printable(groups.join(', '))}\n`;
  });
  const toolLine = ({ tool_id, is_allowed, because }: AccessExplanation['tools'][number]) =>
    `${is_allowed ? style.good('may use') : style.bad('may not')}  ${style.strong(printable(tool_id))}\n  ${printable(because)}\n`;
  const head = is_governed ? '' : 'There is no access file: everyone may use every tool.\n\n';
  const counts = `${allowed.length} of ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} may be used.\n`;
  const list = is_governed ? [...allowed, ...refused].map(toolLine).join('') : '';
  return `${head}${policyLines.join('')}${policyLines.length === 0 ? '' : '\n'}${list}${list === '' ? '' : '\n'}${counts}`;
}
