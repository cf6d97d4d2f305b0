import { Type } from 'typebox';
import { HealthView, SettingView } from '../schemas/health.ts';
import { ServerKey } from '../schemas/order.ts';
import { Strict, Uuid } from '../schemas/primitives.ts';
import {
  CreatedToken,
  CreateProjectRequest,
  CreateTokenRequest,
  CreateUserRequest,
  MemberView,
  ProjectView,
  PutMemberRequest,
  TokenView,
  UserView,
} from '../schemas/principal.ts';
import { admin, endpoint, open } from './endpoint.ts';

export const createUser = endpoint({
  id: 'createUser',
  method: 'POST',
  path: '/api/users',
  summary: 'Add a person.',
  access: admin,
  body: CreateUserRequest,
  responses: { 201: UserView },
  errors: ['name_taken'],
});

export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/api/users',
  summary: 'Everyone who may sign in.',
  access: admin,
  responses: { 200: Strict({ users: Type.Array(UserView) }) },
  errors: [],
});

export const createProject = endpoint({
  id: 'createProject',
  method: 'POST',
  path: '/api/projects',
  summary: 'Open a project; whoever opens it is its first owner.',
  access: admin,
  body: CreateProjectRequest,
  responses: { 201: ProjectView },
  errors: ['name_taken'],
});

export const listProjects = endpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  summary: 'Every project by name; what is in it is for its members only.',
  access: admin,
  responses: { 200: Strict({ projects: Type.Array(ProjectView) }) },
  errors: [],
});

export const putMember = endpoint({
  id: 'putMember',
  method: 'PUT',
  path: '/api/projects/:project_id/members/:user_id',
  summary: 'Make a user a member of a project. It is recorded who did so.',
  access: admin,
  params: Strict({ project_id: Uuid, user_id: Uuid }),
  body: PutMemberRequest,
  responses: { 200: MemberView },
  errors: ['not_found', 'last_owner'],
});

export const listMembers = endpoint({
  id: 'listMembers',
  method: 'GET',
  path: '/api/projects/:project_id/members',
  summary: 'Who belongs to a project.',
  access: admin,
  params: Strict({ project_id: Uuid }),
  responses: { 200: Strict({ members: Type.Array(MemberView) }) },
  errors: ['not_found'],
});

export const removeMember = endpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/projects/:project_id/members/:user_id',
  summary: 'Take a person out of a project, at once and on every surface. Its last owner stays.',
  access: admin,
  params: Strict({ project_id: Uuid, user_id: Uuid }),
  responses: { 200: MemberView },
  errors: ['not_found', 'last_owner'],
});

export const createToken = endpoint({
  id: 'createToken',
  method: 'POST',
  path: '/api/tokens',
  summary: 'Make a credential for a user, or for a new agent or runner of a project.',
  access: admin,
  body: CreateTokenRequest,
  responses: { 201: CreatedToken },
  errors: ['not_found', 'name_taken'],
});

export const listTokens = endpoint({
  id: 'listTokens',
  method: 'GET',
  path: '/api/tokens',
  summary: 'Credentials, without their secrets.',
  access: admin,
  responses: { 200: Strict({ tokens: Type.Array(TokenView) }) },
  errors: [],
});

export const revokeToken = endpoint({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/api/tokens/:token_id',
  summary: 'End a credential at once.',
  access: admin,
  params: Strict({ token_id: Uuid }),
  responses: { 200: TokenView },
  errors: ['not_found'],
});

export const getSettings = endpoint({
  id: 'getSettings',
  method: 'GET',
  path: '/api/settings',
  summary: 'How this server is configured, and where each value comes from. Secrets are masked.',
  access: admin,
  responses: {
    200: Strict({ settings: Type.Array(SettingView), file: Type.Union([Type.String(), Type.Null()]) }),
  },
  errors: [],
});

export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'How the server is: its parts one by one, and what to do where something is wrong.',
  access: admin,
  responses: { 200: HealthView },
  errors: [],
});

export const getServerKey = endpoint({
  id: 'getServerKey',
  method: 'GET',
  path: '/api/server-key',
  summary: 'The public key that execution orders are signed with.',
  access: open,
  responses: { 200: ServerKey },
  errors: [],
});
