import { describe, expect, it } from 'vitest';
import { displayCall, type Known } from './display-call.ts';
import { displayLimits } from './limits.ts';
import { requestSection, type ShownRequest } from './request-section.ts';

const order: ShownRequest = {
  method: 'POST',
  url: 'https://pizza.example/orders',
  headers: [['content-type', 'application/json']],
  body: '{"size":"L"}',
};
const asItIs = (text: string): string => text;

describe('the request that a service will be sent', () => {
  it('is shown in full, before the arguments that it is made from [A8]', () => {
    const known: Known = { mask: asItIs, judged: null, files: [], request: order };
    expect(displayCall({ toolName: 'pizzeria__order', params: { size: 'L' } }, known).sections).toEqual([
      {
        kind: 'fields',
        label: 'request',
        fields: [
          { label: 'request', text: 'POST https://pizza.example/orders' },
          { label: 'header content-type', text: 'application/json' },
          { label: 'body', text: '{"size":"L"}' },
        ],
      },
      { kind: 'fields', fields: [{ label: 'size', text: 'L' }] },
    ]);
  });

  it('has secrets masked and nothing hidden in it [A8, G8]', () => {
    const request = {
      ...order,
      url: 'https://x/\u202ek3y',
      headers: [['x-\u200b', 'k3y']] as const,
      body: 'a\u0007k3y',
    };
    const section = requestSection(request, (text) => text.replaceAll('k3y', '***'));
    expect(section).toMatchObject({
      fields: [
        { text: 'POST https://x/⟦U+202E⟧***' },
        { label: 'header x-⟦U+200B⟧', text: '***' },
        { text: 'a⟦U+0007⟧***' },
      ],
    });
  });

  it('says how much of it is left out, where it is too long [A8]', () => {
    const headers = Array.from({ length: displayLimits.headersMax + 2 }, (_, index) => [`h${index}`, 'v'] as const);
    const body = 'x'.repeat(displayLimits.requestTextLengthMax + 7);
    const section = requestSection({ ...order, headers, body }, asItIs);
    if (section.kind !== 'fields') throw new Error('it is made of fields');
    expect(section.fields.at(-2)).toEqual({ label: 'headers', text: '2 more are not shown.' });
    expect(section.fields.at(-1)!.text).toContain('(7 more characters');
    expect(requestSection({ ...order, body: null }, asItIs)).toMatchObject({ fields: [{ label: 'request' }, {}] });
  });
});
