import { hash } from 'node:crypto';
import { canonicalJson, type ToolDefinition } from '@countersign/contract';

const versionDigits = 16;

/** What a tool was when a call of it was decided: server and runner take it from the definition, each from its own. */
export function toolVersion(definition: ToolDefinition): string {
  return hash('sha256', canonicalJson(definition), 'hex').slice(0, versionDigits);
}
