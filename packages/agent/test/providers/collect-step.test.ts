import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { StepCollector } from '../../src/providers/collect-step.ts';
import { stepLimits } from '../../src/providers/limits.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
const end: LanguageModelV4StreamPart = { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } };

function collector(...parts: readonly LanguageModelV4StreamPart[]): StepCollector {
  const step = new StepCollector('openai', () => undefined);
  for (const part of parts) step.take(part);
  return step;
}

it('does not take more from a provider than it can keep', () => {
  const step = collector({ type: 'text-start', id: '1' });
  const delta = 'x'.repeat(stepLimits.answerLengthMax / 2);
  const more = () => step.take({ type: 'text-delta', id: '1', delta });
  more();
  more();
  expect(more).toThrow(`${stepLimits.answerLengthMax} characters`);
});

it('does not take more calls than a turn may have', () => {
  const step = collector();
  const call = (at: number) => step.take({ type: 'tool-call', toolCallId: `${at}`, toolName: 'read', input: '{}' });
  for (let at = 0; at < stepLimits.callsMax; at += 1) call(at);
  expect(() => call(stepLimits.callsMax)).toThrow(`${stepLimits.callsMax} tool calls`);
});

it('leaves alone what the provider ran by itself', () => {
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'web', input: '{}', providerExecuted: true } as const;
  expect(collector(call, end).ended().calls).toEqual([]);
});

it('keeps nothing for a provider that wants nothing back, and not too much for one that does', () => {
  const text = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hi' },
  ] as const;
  expect(collector(...text, end).ended()).toMatchObject({ text: 'Hi', providerData: null });
  const proof = (length: number): LanguageModelV4StreamPart => ({
    type: 'reasoning-end',
    id: '2',
    providerMetadata: { openai: { reasoningEncryptedContent: 'x'.repeat(length) } },
  });
  expect(collector(...text, proof(10), end).ended().providerData).not.toBeNull();
  expect(collector(...text, proof(stepLimits.providerDataLengthMax), end).ended().providerData).toBeNull();
});
