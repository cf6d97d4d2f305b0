import type { UpstreamBinding } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { sampleVerdict } from '../../test/rule-samples.ts';
import type { CallToDecide } from '../verdict.ts';
import { requestJudge } from './judge-request.ts';

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string', default: '.' } },
  required: [],
  additionalProperties: false,
};
const anOffer: UpstreamBinding = {
  source: 'github',
  kind: 'openapi',
  remote_name: 'offered',
  risk_level: 'HIGH',
  method: 'DELETE',
  path: '/x',
  host: 'a.example',
  tags: [],
  profile: null,
};
const judge = requestJudge([
  { name: 'ls', inputSchema },
  { name: 'offered', inputSchema, upstream: anOffer },
]);
const whose = { agentId: 'a', sessionId: 's', projectId: 'p' };
const never = () => {
  throw new Error('this is not to be decided');
};

describe('a call that is written down', () => {
  it('is decided with its arguments resolved', () => {
    const seen: CallToDecide[] = [];
    const decide = (call: CallToDecide) => {
      seen.push(call);
      return sampleVerdict('allow');
    };
    expect(judge({ tool: 'ls', params: {}, ...whose }, decide).outcome).toBe('allow');
    judge({ tool: 'ls', params: { path: 'src' }, ...whose }, decide);
    judge({ tool: 'offered', params: {}, ...whose }, decide);
    expect(seen).toEqual([
      { tool: { name: 'ls', source: 'builtin', service: null }, arguments: { path: '.' }, ...whose },
      { tool: { name: 'ls', source: 'builtin', service: null }, arguments: { path: 'src' }, ...whose },
      {
        tool: {
          name: 'offered',
          source: 'github',
          service: { riskLevel: 'HIGH', method: 'DELETE', host: 'a.example' },
        },
        arguments: { path: '.' },
        ...whose,
      },
    ]);
  });

  it.each([
    ['rm_everything', {}, 'builtin.tool.unknown', 'There is no tool called "rm_everything".'],
    ['toString', {}, 'builtin.tool.unknown', 'There is no tool called "toString".'],
    ['ls', { path: 1 }, 'builtin.arguments.invalid', 'The arguments are not valid: path: must be string.'],
    ['ls', { paht: '.' }, 'builtin.arguments.invalid', 'paht'],
  ])('of %s with %j is denied before that [G7]', (tool, params, ruleId, reason) => {
    const verdict = judge({ tool, params, ...whose }, never);
    expect(verdict).toMatchObject({ outcome: 'deny', risk: 'HIGH', ruleId, effects: [] });
    expect(verdict.reasons.join(' ')).toContain(reason);
    expect(verdict.matched).toMatchObject([{ id: ruleId, outcome: 'deny', part: null }]);
    expect(verdict.judgement.findings).toMatchObject([{ level: 'DENY' }]);
  });
});
