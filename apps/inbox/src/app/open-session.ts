import { type Api, ApiError } from './api.ts';
import { getPreferences } from './preferences.ts';
import { matchPath } from './router.tsx';
import type { Session } from './session.tsx';

type Opened =
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'no_project' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'open'; readonly session: Omit<Session, 'chooseProject'> };

/** Who is signed in, and which project to begin with: that of the approval in the address, or the last one. */
export async function openSession(api: Api, path: string): Promise<Opened> {
  try {
    const me = await api.call('whoAmI', {});
    api.setCsrfToken(me.csrf_token);
    const { projects } = await api.call('listMyProjects', {});
    const remembered = projects.find(({ project_id }) => project_id === getPreferences().projectId);
    const approvalId = matchPath('/a/:approval_id', path)?.approval_id;
    const ids = projects.map(({ project_id }) => project_id);
    const named = approvalId === undefined ? null : await findProject(api, ids, approvalId);
    const projectId = named ?? remembered?.project_id ?? ids[0];
    if (projectId === undefined) return { kind: 'no_project' };
    return { kind: 'open', session: { api, me, projects, projectId } };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { kind: 'signed_out' };
    return { kind: 'unreachable', message: (error as Error).message };
  }
}

/** A link to an approval does not say in which project it is. */
async function findProject(api: Api, projectIds: readonly string[], approvalId: string): Promise<string | null> {
  if (projectIds.length < 2) return null;
  const asked = projectIds.map(async (project_id) => {
    await api.call('getApproval', { params: { project_id, approval_id: approvalId } });
    return project_id;
  });
  return await Promise.any(asked).catch(() => null);
}
