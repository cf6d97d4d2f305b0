import type { CommandDeclaration } from '../command.ts';
import { checkAccess } from './access/check-access.ts';
import { explainAccess } from './access/explain-access.ts';
import { approveApproval } from './approvals/approve-approval.ts';
import { editApproval } from './approvals/edit-approval.ts';
import { listApprovals } from './approvals/list-approvals.ts';
import { rejectApproval } from './approvals/reject-approval.ts';
import { showApproval } from './approvals/show-approval.ts';
import { watchApprovals } from './approvals/watch-approvals.ts';
import { verifyAudit } from './audit/verify-audit.ts';
import { listCalls } from './calls/list-calls.ts';
import { showCall } from './calls/show-call.ts';
import { showOutput } from './calls/show-output.ts';
import { showConfig } from './config/show-config.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { listEvents } from './events/list-events.ts';
import { showTree } from './events/show-tree.ts';
import { listGrants } from './grants/list-grants.ts';
import { revokeGrant } from './grants/revoke-grant.ts';
import { habits } from './habits.ts';
import { init } from './init.ts';
import { link } from './link.ts';
import { listModels } from './models.ts';
import { checkCalls } from './policy/check-calls.ts';
import { explainCall } from './policy/explain-call.ts';
import { lintPolicy } from './policy/lint-policy.ts';
import { showDefaultPolicy } from './policy/show-default-policy.ts';
import { simulatePolicy } from './policy/simulate-policy.ts';
import { testPolicy } from './policy/test-policy.ts';
import { addMember, listMembers, removeMember } from './project/change-members.ts';
import { createProject } from './project/create-project.ts';
import { listProjects } from './project/list-projects.ts';
import { redact } from './redact.ts';
import { run } from './run.ts';
import { createCode } from './runner/create-code.ts';
import { listRunners } from './runner/list-runners.ts';
import { runRunner } from './runner/run-runner.ts';
import { pauseRun, resumeRun, steerRun, stopRun } from './runs/change-run.ts';
import { listRuns } from './runs/list-runs.ts';
import { showRun } from './runs/show-run.ts';
import { listSecrets } from './secrets/list-secrets.ts';
import { removeSecret } from './secrets/remove-secret.ts';
import { setSecret } from './secrets/set-secret.ts';
import { showVersion } from './show-version.ts';
import { addSource } from './sources/add-source.ts';
import { listSources } from './sources/list-sources.ts';
import { refreshSource } from './sources/refresh-source.ts';
import { removeSource } from './sources/remove-source.ts';
import { showSource } from './sources/show-source.ts';
import { start } from './start.ts';
import { allowTelegramUser } from './telegram/allow-user.ts';
import { listTelegramUsers } from './telegram/list-users.ts';
import { removeTelegramUser } from './telegram/remove-user.ts';
import { runTelegram } from './telegram/run-telegram.ts';
import { createToken } from './token/create-token.ts';
import { listTokens } from './token/list-tokens.ts';
import { revokeToken } from './token/revoke-token.ts';
import { callTool } from './tools/call-tool.ts';
import { listTools } from './tools/list-tools.ts';
import { renderRequest } from './tools/render-request.ts';
import { showTool } from './tools/show-tool.ts';
import { disableTool, enableTool } from './tools/switch-tool.ts';
import { undo } from './undo.ts';
import { createUser } from './user/create-user.ts';
import { listUsers } from './user/list-users.ts';

export type CommandGroup = {
  readonly summary: string;
  /** What the name alone does; a list of the commands below it where it does nothing. */
  readonly itself?: CommandDeclaration;
  readonly commands: Readonly<Record<string, CommandDeclaration>>;
};

/** Every command there is, by the words that call it. */
export const commandTree: Readonly<Record<string, CommandDeclaration | CommandGroup>> = {
  start,
  demo,
  init,
  link,
  run,
  runs: {
    summary: 'Look at what the agent works on, and steer it',
    commands: { list: listRuns, show: showRun, stop: stopRun, pause: pauseRun, resume: resumeRun, steer: steerRun },
  },
  models: listModels,
  approvals: {
    summary: 'See and decide what agents ask for',
    commands: {
      list: listApprovals,
      show: showApproval,
      approve: approveApproval,
      reject: rejectApproval,
      edit: editApproval,
      watch: watchApprovals,
    },
  },
  calls: { summary: 'Look at tool calls', commands: { list: listCalls, show: showCall, output: showOutput } },
  undo,
  runner: { summary: runRunner.summary, itself: runRunner, commands: { code: createCode } },
  runners: listRunners,
  telegram: {
    summary: runTelegram.summary,
    itself: runTelegram,
    commands: { allow: allowTelegramUser, list: listTelegramUsers, remove: removeTelegramUser },
  },
  sources: {
    summary: 'Services whose operations agents may call',
    commands: { add: addSource, list: listSources, show: showSource, refresh: refreshSource, remove: removeSource },
  },
  tools: {
    summary: 'Tools that agents may call',
    commands: {
      list: listTools,
      show: showTool,
      enable: enableTool,
      disable: disableTool,
      call: callTool,
      render: renderRequest,
    },
  },
  secrets: {
    summary: 'Credentials of services, by name',
    commands: { set: setSecret, list: listSecrets, remove: removeSecret },
  },
  access: { summary: 'Who may use which tools', commands: { explain: explainAccess, check: checkAccess } },
  grants: { summary: 'Remembered decisions', commands: { list: listGrants, revoke: revokeGrant } },
  habits,
  project: {
    summary: 'Projects, and who belongs to them',
    commands: {
      create: createProject,
      list: listProjects,
      members: listMembers,
      add: addMember,
      remove: removeMember,
    },
  },
  user: { summary: 'People', commands: { create: createUser, list: listUsers } },
  token: {
    summary: 'Credentials of people, agents and runners',
    commands: { create: createToken, list: listTokens, revoke: revokeToken },
  },
  policy: {
    summary: 'Rules that say what runs, what is asked about and what is denied',
    commands: {
      lint: lintPolicy,
      test: testPolicy,
      explain: explainCall,
      simulate: simulatePolicy,
      check: checkCalls,
      default: showDefaultPolicy,
    },
  },
  events: { summary: 'What happened, from the log', commands: { tree: showTree, list: listEvents } },
  audit: { summary: 'The append-only log', commands: { verify: verifyAudit } },
  redact,
  doctor,
  config: { summary: 'Settings', commands: { show: showConfig } },
  version: showVersion,
};
