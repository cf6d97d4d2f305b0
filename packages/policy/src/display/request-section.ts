import type { DisplaySection } from '@countersign/contract';
import { cutText } from './cut-text.ts';
import { displayLimits } from './limits.ts';
import { makeVisible } from './make-visible.ts';

/** What a service will be sent, rendered from the arguments that will run; credentials stand in it masked. */
export type ShownRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
};

/** The request as it will leave, so that nobody has to guess what a service makes of the arguments. */
export function requestSection(request: ShownRequest, mask: (text: string) => string): DisplaySection {
  const { method, url, headers, body } = request;
  const field = (label: string, text: string) => ({ label: makeVisible(label), text: visible(mask(text)) });
  return {
    kind: 'fields',
    label: 'request',
    fields: [
      field('request', `${method} ${url}`),
      ...headers.slice(0, displayLimits.headersMax).map(([name, value]) => field(`header ${name}`, value)),
      ...leftOutHeaders(headers.length),
      ...(body === null ? [] : [field('body', body)]),
    ],
  };
}

function visible(text: string): string {
  const left = text.length - displayLimits.requestTextLengthMax;
  if (left <= 0) return makeVisible(text);
  return `${makeVisible(cutText(text, displayLimits.requestTextLengthMax))}\n(${left} more characters; they are made from the arguments below)`;
}

function leftOutHeaders(count: number): { label: string; text: string }[] {
  const left = count - displayLimits.headersMax;
  return left > 0 ? [{ label: 'headers', text: `${left} more are not shown.` }] : [];
}
