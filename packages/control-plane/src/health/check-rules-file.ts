import { fine, type HealthFinding, trouble } from './health-finding.ts';

export type RulesFilePort = {
  readonly file: string;
  /** What is wrong with the file as it is now, as `file:line:column: what`; none where it is in force. */
  problems(): readonly string[];
  /** Whether rules of a file are in force at all. */
  hasRules(): boolean;
};

type Words = { readonly none: string; readonly lint: string };

const words: Record<'policy' | 'access', Words> = {
  policy: { none: 'There is no policy file: the built-in rules decide alone.', lint: 'countersign policy lint' },
  access: { none: 'There is no access file: every agent may use every tool.', lint: 'countersign access check' },
};

/** A broken file is no reason to stop, but those who wrote it believe that it is in force. */
export function checkRulesFile(kind: 'policy' | 'access', port: RulesFilePort): HealthFinding {
  const [first, ...others] = port.problems();
  const { none, lint } = words[kind];
  if (first === undefined) return fine(port.hasRules() ? `${port.file} is in force.` : none);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const kept = port.hasRules() ? 'The one before it stays in force' : 'It is not in force';
  return trouble(`The file is broken: ${first}${more}. ${kept}. Mend it; "${lint} ${port.file}" tells more.`);
}
