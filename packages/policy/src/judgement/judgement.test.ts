import { describe, expect, it } from 'vitest';
import { samplePart } from '../../test/rule-samples.ts';
import { effectsOf, levelOfJudgement, onlyLooks } from './judgement.ts';
import { highest, isAbove, riskOf } from './level.ts';

describe('a judgement', () => {
  it('goes as far as the furthest of its parts and findings [G4]', () => {
    const finding = { id: 'builtin.x', level: 'HIGH', reason: 'So.' } as const;
    expect(levelOfJudgement({ parts: [samplePart({ level: 'MEDIUM' })], findings: [finding] })).toBe('HIGH');
    expect(levelOfJudgement({ parts: [samplePart({ level: 'DENY' })], findings: [finding] })).toBe('DENY');
    expect(levelOfJudgement({ parts: [], findings: [] })).toBe('LOW');
  });

  it('is sure that a call only looks where it knows all of it, and all of it is LOW [T6]', () => {
    const finding = { id: 'builtin.x', level: 'MEDIUM', reason: 'So.' } as const;
    const low = samplePart({ level: 'LOW' });
    expect(onlyLooks({ parts: [low, low], findings: [] })).toBe(true);
    expect(onlyLooks({ parts: [low, samplePart({ level: 'MEDIUM' })], findings: [] })).toBe(false);
    expect(onlyLooks({ parts: [low], findings: [finding] })).toBe(false);
    expect(onlyLooks({ parts: [], findings: [] })).toBe(false);
  });

  it('names every effect once, in the order of the parts', () => {
    const reads = { kind: 'reads', target: 'a' } as const;
    const writes = { kind: 'writes', target: 'a' } as const;
    const parts = [samplePart({ effects: [reads, writes] }), samplePart({ effects: [reads] })];
    expect(effectsOf({ parts, findings: [] })).toEqual([reads, writes]);
  });

  it('shows as HIGH what is denied', () => {
    expect([riskOf('DENY'), riskOf('HIGH'), riskOf('LOW')]).toEqual(['HIGH', 'HIGH', 'LOW']);
    expect(isAbove('DENY', 'HIGH')).toBe(true);
    expect(highest(['LOW', 'DENY', 'MEDIUM'])).toBe('DENY');
  });
});
