import type { CreateTokenRequest, MemberRole } from '@countersign/contract';
import type { Call, CallOptions } from './endpoint-types.ts';

/** What an administrator may do: people, projects, members and credentials; how the server is set up, and how it is. */
export function administrationClient(call: Call) {
  return {
    createUser: (body: { name: string; is_admin?: boolean }, options?: CallOptions) =>
      call('createUser', { body }, options),
    listUsers: (options?: CallOptions) => call('listUsers', {}, options),
    createProject: (name: string, options?: CallOptions) => call('createProject', { body: { name } }, options),
    listProjects: (options?: CallOptions) => call('listProjects', {}, options),
    putMember: (projectId: string, userId: string, role: MemberRole, options?: CallOptions) =>
      call('putMember', { params: { project_id: projectId, user_id: userId }, body: { role } }, options),
    listMembers: (projectId: string, options?: CallOptions) =>
      call('listMembers', { params: { project_id: projectId } }, options),
    removeMember: (projectId: string, userId: string, options?: CallOptions) =>
      call('removeMember', { params: { project_id: projectId, user_id: userId } }, options),
    createToken: (body: CreateTokenRequest, options?: CallOptions) => call('createToken', { body }, options),
    listTokens: (options?: CallOptions) => call('listTokens', {}, options),
    revokeToken: (tokenId: string, options?: CallOptions) =>
      call('revokeToken', { params: { token_id: tokenId } }, options),
    settings: (options?: CallOptions) => call('getSettings', {}, options),
    health: (options?: CallOptions) => call('getHealth', {}, options),
  };
}
