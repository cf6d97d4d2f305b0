import {
  DraftRuleRequest,
  ExplainRequest,
  Explanation,
  PolicyView,
  RuleDrafts,
  SavePolicyRequest,
  SimulateRequest,
  Simulation,
} from '../schemas/policy.ts';
import { endpoint, inProject } from './endpoint.ts';
import { ProjectParams, projectPath } from './params.ts';

export const getPolicy = endpoint({
  id: 'getPolicy',
  method: 'GET',
  path: `${projectPath}/policy`,
  summary: 'The rules in force, where they come from, and how often they decided in this project.',
  access: inProject('user'),
  params: ProjectParams,
  responses: { 200: PolicyView },
  errors: ['not_found'],
});

export const explainCall = endpoint({
  id: 'explainCall',
  method: 'POST',
  path: `${projectPath}/policy/explain`,
  summary: 'Which rule decides on a call, and why. Runs and records nothing.',
  access: inProject('user'),
  params: ProjectParams,
  body: ExplainRequest,
  responses: { 200: Explanation },
  errors: ['not_found', 'arguments_refused', 'policy_refused'],
});

export const simulatePolicy = endpoint({
  id: 'simulatePolicy',
  method: 'POST',
  path: `${projectPath}/policy/simulate`,
  summary: 'What another policy would have done to the calls of this project. Runs and records nothing.',
  access: inProject('user'),
  params: ProjectParams,
  body: SimulateRequest,
  responses: { 200: Simulation },
  errors: ['not_found'],
});

export const draftRule = endpoint({
  id: 'draftRule',
  method: 'POST',
  path: `${projectPath}/policy/drafts`,
  summary: 'Rules that would decide on calls like this one. Nothing is saved.',
  access: inProject('user'),
  params: ProjectParams,
  body: DraftRuleRequest,
  responses: { 200: RuleDrafts },
  errors: ['not_found', 'arguments_refused'],
});

export const savePolicy = endpoint({
  id: 'savePolicy',
  method: 'PUT',
  path: `${projectPath}/policy`,
  summary: 'Write the policy file: checked first, in force at once, recorded with who did it. For administrators.',
  access: inProject('user'),
  params: ProjectParams,
  body: SavePolicyRequest,
  responses: { 200: PolicyView },
  errors: ['not_found', 'forbidden', 'policy_refused', 'policy_changed', 'policy_unwritable'],
});
