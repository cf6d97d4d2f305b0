import type { Store } from '@countersign/control-plane';
import { agentOf, memberOf, projectOf, runnerOf, tokenOf, userOf } from '../rows/principals.ts';
import { given, type Reader } from './reader.ts';

type PrincipalReads = Pick<
  Store,
  | 'findTokenByHash'
  | 'findToken'
  | 'listTokens'
  | 'findUser'
  | 'findUserByName'
  | 'listUsers'
  | 'findAgent'
  | 'findAgents'
  | 'findAgentByExternalId'
  | 'findRunner'
  | 'isRunnerNameTaken'
  | 'listRunners'
  | 'findProject'
  | 'listProjects'
  | 'listProjectsOf'
  | 'findMember'
  | 'listMembers'
>;

export function principalReads({ db, run }: Reader): PrincipalReads {
  const tokens = db.selectFrom('tokens').selectAll();
  const users = db.selectFrom('users').selectAll();
  const agents = db.selectFrom('agents').selectAll();
  const runners = db.selectFrom('runners').selectAll();
  const projects = db.selectFrom('projects').selectAll('projects');
  const members = db.selectFrom('project_members').selectAll('project_members');
  const tokenByHash = tokens.where('hash', '=', given<string>()).compile();
  const memberOfBoth = members
    .where('user_id', '=', given<string>())
    .where('project_id', '=', given<string>())
    .compile();
  // Asked for whenever a person is: compiled once.
  const runnersOfProject = runners
    .where('project_id', '=', given<string>())
    .where((where) =>
      where.exists(
        where
          .selectFrom('tokens')
          .select('tokens.id')
          .whereRef('tokens.principal_id', '=', 'runners.id')
          .where('tokens.revoked_at', 'is', null)
          .where((or) => or.or([or('tokens.expires_at', 'is', null), or('tokens.expires_at', '>', given<number>())])),
      ),
    )
    .orderBy('name')
    .compile();
  return {
    async findTokenByHash(hash) {
      const [row] = await run(tokenByHash, [hash]);
      return row ? tokenOf(row) : null;
    },
    async findToken(tokenId) {
      const row = await tokens.where('id', '=', tokenId).executeTakeFirst();
      return row ? tokenOf(row) : null;
    },
    async listTokens() {
      return (await tokens.orderBy('id').execute()).map(tokenOf);
    },
    async findUser(userId) {
      const row = await users.where('id', '=', userId).executeTakeFirst();
      return row ? userOf(row) : null;
    },
    async findUserByName(name) {
      const row = await users.where('name', '=', name).executeTakeFirst();
      return row ? userOf(row) : null;
    },
    async listUsers() {
      return (await users.orderBy('id').execute()).map(userOf);
    },
    async findAgent(agentId) {
      const row = await agents.where('id', '=', agentId).executeTakeFirst();
      return row ? agentOf(row) : null;
    },
    async findAgents(agentIds) {
      if (agentIds.length === 0) return [];
      return (await agents.where('id', 'in', agentIds).execute()).map(agentOf);
    },
    async findAgentByExternalId(externalId) {
      const row = await agents.where('external_id', '=', externalId).executeTakeFirst();
      return row ? agentOf(row) : null;
    },
    async findRunner(runnerId) {
      const row = await runners.where('id', '=', runnerId).executeTakeFirst();
      return row ? runnerOf(row) : null;
    },
    async isRunnerNameTaken(projectId, name) {
      const row = await runners.where('project_id', '=', projectId).where('name', '=', name).executeTakeFirst();
      return row !== undefined;
    },
    async listRunners(projectId, now) {
      return (await run(runnersOfProject, [projectId, now])).map(runnerOf);
    },
    async findProject(projectId) {
      const row = await projects.where('id', '=', projectId).executeTakeFirst();
      return row ? projectOf(row) : null;
    },
    async listProjects() {
      return (await projects.orderBy('id').execute()).map(projectOf);
    },
    async listProjectsOf(userId) {
      const rows = await projects
        .innerJoin('project_members', 'project_members.project_id', 'projects.id')
        .where('project_members.user_id', '=', userId)
        .orderBy('projects.id')
        .execute();
      return rows.map(projectOf);
    },
    async findMember(projectId, userId) {
      const [row] = await run(memberOfBoth, [userId, projectId]);
      return row ? memberOf(row) : null;
    },
    async listMembers(projectId) {
      const rows = await members
        .innerJoin('users', 'users.id', 'project_members.user_id')
        .select('users.name')
        .where('project_members.project_id', '=', projectId)
        .orderBy('users.id')
        .execute();
      return rows.map((row) => ({ ...memberOf(row), name: row.name }));
    },
  };
}
