import { CountersignError, type ProjectId, type TokenId, type UserId } from '@countersign/contract';
import {
  actorOf,
  createProject,
  createToken,
  createUser,
  memberView,
  projectView,
  putMember,
  removeMember,
  revokeToken,
  tokenView,
  userView,
} from '@countersign/control-plane';
import { created, ok, route } from '../http/route.ts';
import { settingViews } from './setting-views.ts';

export const administrationRoutes = [
  route('createUser', async ({ plane }, { body, principal }) =>
    created(
      userView(await createUser(plane, actorOf(principal), { name: body.name, isAdmin: body.is_admin ?? false })),
    ),
  ),

  route('listUsers', async ({ plane }) => ok({ users: (await plane.store.listUsers()).map(userView) })),

  route('createProject', async ({ plane }, { body, principal }) =>
    created(projectView(await createProject(plane, principal, body.name))),
  ),

  route('listProjects', async ({ plane }) => ok({ projects: (await plane.store.listProjects()).map(projectView) })),

  route('putMember', async ({ plane }, { params, body, principal }) => {
    const member = { projectId: params.project_id as ProjectId, userId: params.user_id as UserId, role: body.role };
    const user = await putMember(plane, principal, member);
    return ok(memberView({ ...member, name: user.name }));
  }),

  route('listMembers', async ({ plane }, { params }) => {
    const projectId = params.project_id as ProjectId;
    const [project, members] = await Promise.all([
      plane.store.findProject(projectId),
      plane.store.listMembers(projectId),
    ]);
    if (!project) throw new CountersignError('not_found', 'There is no such project.');
    return ok({ members: members.map(memberView) });
  }),

  route('removeMember', async ({ plane }, { params, principal }) => {
    const member = { projectId: params.project_id as ProjectId, userId: params.user_id as UserId };
    return ok(memberView(await removeMember(plane, principal, member)));
  }),

  route('createToken', async ({ plane }, { body, principal }) => {
    const { token, secret } = await createToken(plane, principal, {
      kind: body.kind,
      name: body.name,
      projectId: (body.project_id ?? null) as ProjectId | null,
      userId: (body.user_id ?? null) as UserId | null,
      machine: body.machine ?? null,
      expiresInSeconds: body.expires_in_seconds ?? null,
    });
    return created({ token: tokenView(token), secret });
  }),

  route('listTokens', async ({ plane }) => ok({ tokens: (await plane.store.listTokens()).map(tokenView) })),

  route('revokeToken', async ({ plane }, { params, principal }) =>
    ok(tokenView(await revokeToken(plane, principal, params.token_id as TokenId))),
  ),

  route('getSettings', async ({ settings }) => ok({ settings: settingViews(settings), file: settings.file })),

  route('getHealth', async ({ plane, health }) => {
    const { checks, ...facts } = await health();
    // Problems of files and services are told in words that others wrote.
    return ok({ ...facts, checks: checks.map((each) => ({ ...each, text: plane.redactor.text(each.text) })) });
  }),

  route('getServerKey', async ({ plane }) => ok(plane.signer.key)),
];
