import { isLoopbackHost } from '@countersign/config';
import { CountersignError } from '@countersign/contract';
import {
  createLink,
  csrfTokenOf,
  followLink,
  principalView,
  projectView,
  revokeToken,
  type User,
} from '@countersign/control-plane';
import { cookieName } from '../http/identify.ts';
import { created, ok, route } from '../http/route.ts';
import type { HostRules } from '../server-context.ts';

export const accountRoutes = [
  route('whoAmI', async (_context, { principal, cookieSecret }) =>
    ok(principalView(principal, cookieSecret === null ? null : csrfTokenOf(cookieSecret))),
  ),

  route('listMyProjects', async ({ plane }, { principal }) => {
    const projects =
      principal.kind === 'user'
        ? await plane.store.listProjectsOf(principal.id)
        : [await plane.store.findProject(principal.projectId)].filter((project) => project !== null);
    return ok({ projects: projects.map(projectView) });
  }),

  route('createLink', async ({ plane, hosts }, { principal, raw }) => {
    if (principal.kind !== 'user') throw new CountersignError('forbidden', 'Only a person signs in to the page.');
    const { ticket, expiresInSeconds } = await createLink(plane, principal.id);
    const link = `${addressOf(hosts, raw.headers.host!)}/auth/link?ticket=${ticket}`;
    return created({ link, expires_in_seconds: expiresInSeconds });
  }),

  route('followLink', async ({ plane, hosts }, { query, raw }) => {
    const followed = await followLink(plane, query.ticket).catch((error: unknown) => {
      // A person who opened it is told by the page what to do; a program gets the problem.
      if (raw.headers.accept?.includes('text/html') && error instanceof CountersignError) return error;
      throw error;
    });
    if (followed instanceof CountersignError)
      return { status: 303, body: null, headers: { location: `/sign-in?problem=${followed.code}` } };
    const { secret, maxAgeSeconds } = followed;
    const cookie = `${cookieName}=${secret}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${hosts.isSecure ? '; Secure' : ''}`;
    return { status: 303, body: null, headers: { location: pageOf(query.approval_id), 'set-cookie': cookie } };
  }),

  route('signOut', async ({ plane }, { principal, cookieSecret }) => {
    if (cookieSecret !== null) await revokeToken(plane, principal as User, principal.tokenId);
    return {
      status: 204,
      body: null,
      headers: { 'set-cookie': `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict` },
    };
  }),
];

/**
 * The host was checked against those the server answers to, so the link leads back here. Whoever asks on this very
 * machine may want to open it on another one: they get the address that people use.
 */
function addressOf({ publicOrigin, isSecure }: HostRules, host: string): string {
  if (publicOrigin !== null && isLoopbackHost(host.replace(/:\d+$/, ''))) return publicOrigin;
  return `${isSecure ? 'https' : 'http'}://${host}`;
}

/** Where a browser goes that has signed in: to the inbox, or to the one request that the link was made for. */
function pageOf(approvalId: string | undefined): string {
  return approvalId === undefined ? '/' : `/a/${approvalId}`;
}
