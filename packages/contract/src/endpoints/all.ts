import { createLink, followLink, listMyProjects, signOut, whoAmI } from './account.ts';
import {
  createProject,
  createToken,
  createUser,
  getServerKey,
  listProjects,
  listTokens,
  listUsers,
  putMember,
  revokeToken,
} from './administration.ts';
import {
  approveApproval,
  decideApproval,
  decideApprovals,
  getApproval,
  listApprovals,
  rejectApproval,
} from './approvals.ts';
import { listGrants, revokeGrant } from './grants.ts';
import { getDocs, getOpenApi, getPage, livez, readyz } from './health.ts';
import {
  announceRunner,
  createPairingCode,
  listRunners,
  listToolOutput,
  openRunnerSocket,
  pairRunner,
  reportUndone,
  submitOutput,
  submitPreview,
} from './runners.ts';
import { createSession, getSession, listSessions } from './sessions.ts';
import { openSessionSocket, streamEvents } from './stream.ts';
import { cancelToolCall, getToolCall, listToolCalls } from './tool-calls.ts';
import { claimToolCall, executeTool, listAvailableTools, renewLease, submitToolResult } from './tools.ts';

/** Every endpoint there is. The server binds each to a handler, the client calls them, OpenAPI is made from them. */
export const endpoints = {
  executeTool,
  listAvailableTools,
  claimToolCall,
  renewLease,
  submitToolResult,
  listApprovals,
  getApproval,
  approveApproval,
  rejectApproval,
  decideApproval,
  decideApprovals,
  listToolCalls,
  getToolCall,
  cancelToolCall,
  createSession,
  listSessions,
  getSession,
  listGrants,
  revokeGrant,
  streamEvents,
  openSessionSocket,
  createPairingCode,
  pairRunner,
  announceRunner,
  listRunners,
  openRunnerSocket,
  submitPreview,
  submitOutput,
  listToolOutput,
  reportUndone,
  whoAmI,
  listMyProjects,
  createLink,
  followLink,
  signOut,
  createUser,
  listUsers,
  createProject,
  listProjects,
  putMember,
  createToken,
  listTokens,
  revokeToken,
  getServerKey,
  livez,
  readyz,
  getOpenApi,
  getDocs,
  getPage,
} as const;

export type EndpointId = keyof typeof endpoints;
