import { printable } from '../../render/printable.ts';
import type { Style } from '../../render/style.ts';
import { renderTable } from '../../render/table.ts';
import type { Explanation } from './explain.ts';

/** An explanation for people: the decision first, then who had a say, then what was found where. */
export function renderExplanation(explanation: Explanation, style: Style): string {
  const { outcome, risk, rule, reasons, matched, held_back, findings, parts, effects, network, policy } = explanation;
  const sections = [
    `${style.strong(outcome)} ${style.risk(risk)}, decided by ${printable(rule)}\n${reasons.map((reason) => `  ${printable(reason)}\n`).join('')}`,
  ];
  if (matched.length > 0) {
    const rows = matched.map((each) => [
      partText(each.part),
      each.outcome,
      printable(each.rule),
      printable(each.reason),
    ]);
    sections.push(
      `${style.strong('Rules that matched')}\n${renderTable(['PART', 'SAYS', 'RULE', 'WHY'], rows, style)}`,
    );
  }
  if (held_back.length > 0) {
    const lines = held_back.map(
      ({ rule: id, up_to, part }) => `  ${printable(id)} would allow ${partText(part)}, but only up to ${up_to}\n`,
    );
    sections.push(`${style.strong('Rules that were held back')}\n${lines.join('')}`);
  }
  if (findings.length > 0)
    sections.push(`${style.strong('The call as a whole')}\n${findings.map(findingText).join('')}`);
  for (const [index, part] of parts.entries()) {
    const name = part.argv === null ? '' : `: ${printable(part.argv.map(quoted).join(' '))}`;
    const paths = part.paths.map(
      ({ path, access, inside }) => `  ${access} ${printable(path)}${inside ? '' : style.bad(' (outside)')}\n`,
    );
    sections.push(
      `${style.strong(`Part ${index + 1}${name}`)}\n${part.findings.map(findingText).join('')}${paths.join('')}`,
    );
  }
  if (effects.length > 0) {
    const lines = effects.map(({ kind, target }) => `  ${kind} ${printable(target)}\n`);
    const said = network ? 'It may use the network where it runs.' : 'It has no network where it runs.';
    sections.push(`${style.strong('Effects')}\n${lines.join('')}  ${said}\n`);
  }
  sections.push(
    style.faint(
      `Policy: ${policy.file === null ? 'none, the built-in rules alone' : `${printable(policy.file)} ${policy.version}`}\n`,
    ),
  );
  return sections.join('\n');
}

function partText(part: number | null): string {
  return part === null ? 'call' : `part ${part + 1}`;
}

function findingText({ id, level, reason }: { id: string; level: string; reason: string }): string {
  return `  ${level}  ${printable(reason)} (${printable(id)})\n`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
