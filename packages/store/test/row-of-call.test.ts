import { callStatuses } from '@countersign/contract';
import { aState, aToolCall } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { Names } from '../src/names/names.ts';
import { callOf, callRow } from '../src/rows/tool-call.ts';
import { sealingCipher } from '../src/seal/sealing-cipher.ts';
import { Seals } from '../src/seal/seals.ts';

/** As if every name had been stored. */
class AllNames extends Names {
  #count = 0;

  override numberOf(text: string): number {
    if (this.knownNumberOf(text) === undefined) this.remember(++this.#count, text);
    return super.numberOf(text);
  }
}

const seals = new Seals(sealingCipher(Buffer.alloc(32, 7)));

describe('the row of a tool call', () => {
  it.each(callStatuses)('gives back the call: %s [L2]', (status) => {
    const names = new AllNames();
    const call = aToolCall({ state: aState[status](), request: { agentNote: 'note', machine: 'laptop' } });
    expect(callOf(callRow(call, names, seals), names, seals)).toEqual(call);
  });

  it.each([
    ['is the tool and its parameters', 'get {"a":1}', 11, null],
    ['is cut', 'get {"a"… (3 more characters)', 8, ''],
    ['is cut in other words', 'get {"a"…', 8, '…'],
    ['begins with the tool', 'get a', 4, 'a'],
    ['has nothing in common with them', 'rm -rf', 0, 'rm -rf'],
    ['is empty', '', 0, null],
  ])('keeps no text twice where the description %s', (_, description, shared, rest) => {
    const names = new AllNames();
    const call = aToolCall({ request: { toolName: 'get', params: '{"a":1}', description } });
    const row = callRow(call, names, seals);
    expect(row).toMatchObject({ description_shared: shared, description_rest: rest });
    expect(callOf(row, names, seals).request.description).toBe(description);
  });

  it.each([
    ['the same as what is shown', '{}', 0],
    ['other than what is shown', '{"token":"x"}', 1 + 4 + 12 + 13 + 16],
    ['gone', null, undefined],
  ])('keeps real arguments that are %s', (_, sealedArguments, bytes) => {
    const names = new AllNames();
    const row = callRow(aToolCall({ request: { params: '{}', sealedArguments } }), names, seals);
    expect(row.sealed_arguments?.length).toBe(bytes);
    expect(callOf(row, names, seals).request.sealedArguments).toBe(sealedArguments);
  });
});
