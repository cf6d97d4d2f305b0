import type { JsonObject } from '@countersign/contract';
import { type AccessRules, type AccessTool, openAccess } from '@countersign/policy';

/** U10: who may use which tool, by the rules of the moment. */
export type Access = {
  mayUse(claims: JsonObject, tool: AccessTool): boolean;
  explain: AccessRules['explain'];
};

/** Where nobody wrote rules, everyone may use every tool. */
export const noAccessRules: Access = openAccess;
