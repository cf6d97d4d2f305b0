import type { RiskLevel, SourceSettings } from '@countersign/contract';
import { compileGlob, type Glob, globMatches, globProblem } from '@countersign/policy/globs';
import { ImportRefused } from './import-refused.ts';

const levels: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH'];

/** The risk of a tool by its name: what the administrator says, else what follows from what it is. */
export type RiskOf = (toolName: string, otherwise: RiskLevel) => RiskLevel;

/**
 * U1: `risks` of a source names tools by name or glob, with or without the source before it. Where several fit, the
 * longest is meant; of two as long, the higher risk.
 */
export function riskTable({ name, risks = {} }: Pick<SourceSettings, 'name' | 'risks'>): RiskOf {
  const rules = Object.entries(risks).map(([pattern, level]): Rule => {
    const problem = globProblem(pattern);
    if (problem !== null) throw new ImportRefused([`risks: "${pattern}": ${problem}`]);
    return { glob: compileGlob(pattern), length: pattern.length, level };
  });
  rules.sort((a, b) => b.length - a.length || levels.indexOf(b.level) - levels.indexOf(a.level));
  const prefix = `${name}__`;
  return (toolName, otherwise) => {
    const short = toolName.startsWith(prefix) ? toolName.slice(prefix.length) : toolName;
    const rule = rules.find(({ glob }) => globMatches(glob, toolName) || globMatches(glob, short));
    return rule?.level ?? otherwise;
  };
}

type Rule = { readonly glob: Glob; readonly length: number; readonly level: RiskLevel };

/** U1: reading is LOW, deleting is HIGH, whatever else changes something is MEDIUM. */
export function riskOfMethod(method: string): RiskLevel {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return 'LOW';
  return method === 'DELETE' ? 'HIGH' : 'MEDIUM';
}
