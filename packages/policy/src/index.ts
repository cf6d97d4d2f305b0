export type { IssuerSettings } from './access/access-file.ts';
export { type AccessRules, openAccess } from './access/access-rules.ts';
export { accessSchema } from './access/access-schema.ts';
export { asymmetricAlgorithms } from './access/asymmetric-algorithms.ts';
export type { AccessTool } from './access/compile-group.ts';
export { type ParsedAccess, parseAccess } from './access/parse-access.ts';
export { compileArguments, type ResolvedArguments } from './arguments/compile-arguments.ts';
export { isLinearPattern } from './arguments/linear-reg-exp.ts';
export { findRepeatedName, parseStrictJson } from './arguments/parse-strict-json.ts';
export { decide, decideJudged } from './decide.ts';
export { type ComparedLine, compareLines } from './display/compare-lines.ts';
export { cutText } from './display/cut-text.ts';
export { displayCall, isShowable, isShownInFull, type Known, type ShownCall } from './display/display-call.ts';
export { makeVisible } from './display/make-visible.ts';
export { parseArgv } from './display/parse-argv.ts';
export { renderArgv } from './display/render-argv.ts';
export type { ShownRequest } from './display/request-section.ts';
export { summary } from './display/summary.ts';
export { visibleLine } from './display/visible-line.ts';
export { type CallToCover, grantCovers, grantsCover } from './grants/grant-covers.ts';
export { type GrantOffer, grantOffers } from './grants/grant-offers.ts';
export { everythingWarning, grantText, grantWarning, matcherText } from './grants/grant-text.ts';
export { effectsOf, type Judgement, onlyLooks } from './judgement/judgement.ts';
export type { Effect, Finding, Part } from './judgement/part.ts';
export { levelOf } from './judgement/part.ts';
export { type Files, noFiles, type Workspace } from './paths/workspace.ts';
export { type ApprovalSeconds, policyGate, toolToDecide } from './policy-gate.ts';
export { type BoundFile, filesToBind } from './preview/files-to-bind.ts';
export { cameOutText, checkExamples, type ExampleResult, expectedText, runExamples } from './rules/check-examples.ts';
export { checkShape } from './rules/check-shape.ts';
export { defaultPolicyText } from './rules/default-policy.ts';
export { denyCommands } from './rules/deny-commands.ts';
export { type CallToDraft, type DraftedRule, type DraftedRules, draftRules, hasSay } from './rules/draft-rules.ts';
export { exampleWorkspace } from './rules/example-workspace.ts';
export { type ExplainedVerdict, explainVerdict } from './rules/explain-verdict.ts';
export {
  type CallRequest,
  deniedArguments,
  deniedCall,
  requestJudge,
  type ToolToJudge,
} from './rules/judge-request.ts';
export { loadPolicy } from './rules/load-policy.ts';
export { heldBackRules, matchRules, type RuleMatch } from './rules/match-rules.ts';
export { compilePolicy, type ParsedPolicy, parsePolicy } from './rules/parse-policy.ts';
export { type Example, emptyPolicy, type Policy } from './rules/policy.ts';
export type { PolicyFile } from './rules/policy-file.ts';
export { policySchema } from './rules/policy-schema.ts';
export { byPlace, type Issue, type Problem, problemText } from './rules/problem.ts';
export { readYaml } from './rules/read-yaml.ts';
export { type RuleText, ruleTexts } from './rules/rule-texts.ts';
export { type Change, type Simulation, simulate } from './rules/simulate.ts';
export { strictestOf } from './rules/strictest-of.ts';
export { judgeCall } from './tools/judge-call.ts';
export type { CallToDecide, Ruling, Verdict } from './verdict.ts';
