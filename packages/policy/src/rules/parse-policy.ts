import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@countersign/contract';
import { checkRules } from './check-rules.ts';
import { checkShape } from './check-shape.ts';
import { compileMatch } from './compile-match.ts';
import { describeMatch } from './describe-match.ts';
import { ruleLimits } from './limits.ts';
import type { Policy, Rule } from './policy.ts';
import { PolicyFile, type RuleOfFile } from './policy-file.ts';
import { byPlace, type Issue, type Problem } from './problem.ts';
import { readYaml } from './read-yaml.ts';

export type ParsedPolicy =
  | { readonly ok: true; readonly policy: Policy; readonly file: PolicyFile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** G6: the text of a policy file as rules, or everything in it that has to be changed first. */
export function parsePolicy(text: string, fileName: string): ParsedPolicy {
  const yaml = readYaml(text, 'a policy');
  if (!yaml.ok) return yaml;
  const value = withRules(yaml.value);
  const refuse = (issues: readonly Issue[]): ParsedPolicy => ({
    ok: false,
    problems: issues.map(yaml.locate).sort(byPlace).slice(0, ruleLimits.problemsMax),
  });
  const shape = checkShape(PolicyFile, value);
  if (shape.length > 0) return refuse(shape);
  const file = value as PolicyFile;
  const issues = checkRules(file.rules);
  if (issues.length > 0) return refuse(issues);
  const policy = compilePolicy(file, fileName, yaml.locate);
  if (policy === null) {
    const message = 'a value in an example is not JSON, such as .nan or half a character: change it';
    return refuse([{ place: { path: ['rules'], at: 'value' }, message }]);
  }
  return { ok: true, policy, file };
}

/** What was read and checked, as rules. Null where a value in it is not JSON. Examples have lines where they can be located. */
export function compilePolicy(
  file: PolicyFile,
  fileName: string,
  locate: (issue: Issue) => Problem = ({ message }) => ({ line: 1, column: 1, message }),
): Policy | null {
  const version = versionOf(file);
  if (version === null) return null;
  return { version, fileName, rules: file.rules.map((rule, index) => compileRule(rule, index, locate)) };
}

/** `rules:` with nothing but comments below it is a policy without rules. */
function withRules(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('rules' in value)) return value;
  return { ...value, rules: value.rules ?? [] };
}

const versionDigits = 16;

function versionOf(file: PolicyFile): string | null {
  try {
    return `sha256:${createHash('sha256').update(canonicalJson(file)).digest('hex').slice(0, versionDigits)}`;
  } catch {
    return null;
  }
}

function compileRule(rule: RuleOfFile, index: number, locate: (issue: Issue) => Problem): Rule {
  const { id, match, outcome, description, up_to, risk, network, timeout_seconds, examples = [] } = rule;
  return {
    id,
    outcome,
    reason: description ?? describeMatch(match, outcome),
    ...compileMatch(match, outcome),
    upTo: up_to ?? 'MEDIUM',
    risk,
    network,
    timeoutSeconds: timeout_seconds === 'none' ? null : timeout_seconds,
    examples: examples.map(({ tool, params = {}, ...example }, position) => {
      const place = { path: ['rules', index, 'examples', position], at: 'value' } as const;
      const { line, column } = locate({ place, message: '' });
      return {
        tool,
        params: params as JsonObject,
        outcome: example.outcome,
        risk: example.risk,
        agentId: example.agent ?? '',
        sessionId: example.session ?? '',
        projectId: example.project ?? '',
        line,
        column,
      };
    }),
  };
}
