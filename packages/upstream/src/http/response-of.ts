import type { Dispatcher } from 'undici';
import type { BodyCollector } from './body-collector.ts';
import { httpLimits } from './limits.ts';
import { headOf, readContent } from './read-content.ts';
import type { ResponseBody, UpstreamResponse } from './upstream-response.ts';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** What an answer says of itself before its body comes. */
export type ResponseHead = { readonly status: number; readonly headers: Headers };

/** An answer whose body was read. */
export async function responseOf(head: ResponseHead, collector: BodyCollector): Promise<UpstreamResponse> {
  const contentType = headerOf(head, 'content-type') ?? null;
  const { bytes } = collector;
  const body = await contentOf(collector, contentType);
  return { status: head.status, headers: headersOf(head), contentType, body, bytes };
}

export function headerOf({ headers }: ResponseHead, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}

async function contentOf(collector: BodyCollector, contentType: string | null): Promise<ResponseBody> {
  const { spill, kept, isFull } = collector;
  if (spill === null) return readContent(kept, contentType, isFull);
  const file = await spill.finish();
  return { kind: 'file', file: { ...file, content_type: contentType, head: headOf(kept, contentType) } };
}

/** Cookies are not kept: they are credentials that nobody here uses. */
function headersOf({ headers }: ResponseHead): Record<string, string> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !/^set-cookie2?$/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value).slice(0, httpLimits.headerLengthMax)]));
}
