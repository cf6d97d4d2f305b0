import type { Entry } from '@countersign/agent';
import { endpoints, newId, type ToolCallId } from '@countersign/contract';
import { createRedactor } from '@countersign/redaction';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { transcriptView } from './transcript-view.ts';

const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const callId = newId<ToolCallId>();
const base = { at: 1, turn: 1 };
const named = { callId, modelCallId: 'm', toolName: 'bash' };

const entries: readonly Entry[] = [
  { no: 1, ...base, turn: null, kind: 'user', messageId: newId(), text: `Use ${secret}` },
  {
    no: 2,
    ...base,
    kind: 'model',
    text: `With ${secret}`,
    calls: [
      { ...named, args: { script: `echo ${secret}`, password: 'hunter2' }, problem: null },
      { ...named, callId: newId(), args: null, problem: 'It is no object.' },
    ],
    providerData: { signature: secret },
  },
  {
    no: 3,
    ...base,
    kind: 'results',
    results: [{ ...named, status: 'completed', isError: false, text: `It printed ${secret}` }],
  },
  { no: 4, ...base, kind: 'notice', text: 'Say something.', errorClass: null },
  { no: 5, ...base, kind: 'summary', upTo: 3, text: 'It went well.' },
];

it('a transcript shows what was said and done, and no secret of it [W5, G8]', () => {
  const view = transcriptView({ redactor: createRedactor() }, entries);
  expect(Value.Check(endpoints.getTranscript.responses[200], { entries: view, has_more: false })).toBe(true);
  const text = JSON.stringify(view);
  expect(text).not.toContain(secret);
  expect(text).not.toContain('hunter2');
  expect(view.map(({ kind }) => kind)).toEqual(['user', 'model', 'results', 'notice', 'summary']);
  expect(view[1]!.tool_calls.map(({ status }) => status)).toEqual(['completed', null]);
  expect(view[1]!.tool_calls[1]!.tool_params).toBeNull();
  expect(view[2]).toMatchObject({ tool_calls: [{ tool_id: callId, status: 'completed' }] });
  expect(view[2]!.text).toMatch(/^bash: It printed /);
});
