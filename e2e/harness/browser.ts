import type { Client } from '@countersign/client';
import { rawRequest } from './raw-request.ts';
import type { Stage } from './stage.ts';

/** A browser that followed its one-time link: its cookie, and the proof that its own page asks. */
export type Browser = { readonly cookie: string; readonly csrf: string };

/** Path and query of a link that signs in once. */
export async function newLink(client: Client): Promise<string> {
  const { pathname, search } = new URL((await client.call('createLink', {})).link);
  return `${pathname}${search}`;
}

export async function signIn(stage: Stage, client = stage.owner): Promise<Browser> {
  const followed = await rawRequest(stage.url, await newLink(client));
  const cookie = followed.headers['set-cookie']?.[0]?.split(';')[0];
  if (followed.status !== 303 || cookie === undefined) throw new Error(`the link did not work: ${followed.text}`);
  const { json } = await rawRequest(stage.url, '/my/principal', { headers: { cookie } });
  return { cookie, csrf: (json as { csrf_token: string }).csrf_token };
}
