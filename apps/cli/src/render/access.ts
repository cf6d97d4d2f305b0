import type { AccessExplanation } from '@countersign/contract';
import { printable } from './printable.ts';
import type { Style } from './style.ts';

type Tool = AccessExplanation['tools'][number];

/** Who may use what, and why. What is refused comes last, where it is looked for. */
export function renderAccess({ is_governed, policies, tools }: AccessExplanation, style: Style): string {
  const policyLines = policies.map(({ id, applies, because, groups }) => {
    const word = applies ? style.good('applies') : style.faint('does not apply');
    return `${style.strong(printable(id))} ${word}: ${printable(because)}\n  groups: ${printable(groups.join(', '))}\n`;
  });
  const allowed = tools.filter(({ is_allowed }) => is_allowed);
  const refused = tools.filter(({ is_allowed }) => !is_allowed);
  const parts = [
    is_governed ? '' : 'There is no access file: everyone may use every tool.\n',
    policyLines.join(''),
    is_governed ? renderTools([...allowed, ...refused], style) : '',
    `${allowed.length} of ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} may be used.\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Tools about which the same is to be said stand together. */
function renderTools(tools: readonly Tool[], style: Style): string {
  const byReason = Map.groupBy(tools, ({ is_allowed, because }) => `${is_allowed} ${because}`);
  return [...byReason.values()]
    .map((alike) => {
      const [{ is_allowed, because }] = alike as [Tool];
      const word = is_allowed ? style.good('may use') : style.bad('may not');
      const names = alike.map(({ tool_id }) => `${word}  ${style.strong(printable(tool_id))}\n`);
      return `${names.join('')}  ${printable(because)}\n`;
    })
    .join('');
}
