import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../entry.ts';
import { digestOf } from './digest.ts';

const base = { at: 0, turn: 1 };
const entries: Entry[] = [
  { ...base, no: 1, kind: 'user', messageId: newId(), text: 'Read a.txt.' },
  {
    ...base,
    no: 2,
    kind: 'model',
    text: 'I look.',
    calls: [{ callId: newId(), modelCallId: 'c', toolName: 'read', args: { path: 'a.txt' }, problem: null }],
    providerData: null,
  },
  {
    ...base,
    no: 3,
    kind: 'results',
    results: [
      {
        callId: newId(),
        modelCallId: 'c',
        toolName: 'read',
        status: 'completed',
        isError: false,
        text: 'x'.repeat(50),
      },
    ],
  },
  { ...base, no: 4, kind: 'notice', text: 'Answer in words.', errorClass: 'validation' },
  { ...base, no: 5, kind: 'summary', upTo: 1, text: 'is said before' },
];

describe('a digest', () => {
  it('tells in lines what was said and done, each cut [W1]', () => {
    const history = [{ messageId: newId<never>(), role: 'agent', text: 'Hello.' }] as const;
    expect(digestOf({ summary: 'Earlier.', history }, entries, 30).split('\n')).toEqual([
      'Earlier.',
      'agent: Hello.',
      'user: Read a.txt.',
      'assistant: I look.',
      'call read {"path":"a.txt"}',
      `result of read (completed): ${'x'.repeat(30)}… [20 more characters]`,
      'notice: Answer in words.',
    ]);
  });
});
