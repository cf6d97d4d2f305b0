import type { ExecutionProfile, SourceSettings } from '@countersign/contract';
import { cleanLine, cleanText } from '../inventory/clean-text.ts';
import type { ImportedTool } from '../inventory/inventory.ts';
import { importLimits } from '../inventory/limits.ts';
import { riskOfMethod } from '../inventory/risk-of-tool.ts';
import { compileProfile } from '../request/compile-profile.ts';
import { assignArguments } from './assign-arguments.ts';
import type { ImportContext } from './import-context.ts';
import { listOf, recordOf, textOf } from './open-api-document.ts';
import { readBody } from './read-body.ts';
import type { Operation } from './read-operations.ts';
import { readParameters } from './read-parameters.ts';
import { schemaOfArguments } from './schema-of-arguments.ts';
import { serverUrl } from './server-url.ts';

/** An operation before it has a name, or why it cannot be a tool. */
export type DraftTool = {
  readonly operation: Operation;
  readonly remoteName: string;
  readonly finish: (name: string) => ImportedTool;
};

/** An operation as a tool; a text says why it cannot be one. References that lead nowhere are thrown. */
export function toolOfOperation(operation: Operation, context: ImportContext): DraftTool | string {
  const { document, settings, warnings } = context;
  const { value } = operation.operation;
  const server = serverUrl(document, [value, operation.pathItem.value], settings.base_url);
  if (!server.ok) return server.reason;
  const parameters = readParameters(operation.pathItem, operation.operation);
  for (const each of parameters.dropped) warnings.add(`${operation.title}: ${each} is left out`);
  const body = readBody(document.root, operation.operation, parameters);
  const assigned = assignArguments(operation, body, parameters.ordinary, context);
  if (typeof assigned === 'string') return assigned;
  const urlTemplate = `${server.prefix}${assigned.path}`;
  if (urlTemplate.length > urlLengthMax)
    return `its address has ${urlTemplate.length} characters, ${urlLengthMax} are allowed`;
  const timeoutSeconds = settings.timeout_seconds ?? defaultTimeoutSeconds;
  const profile: ExecutionProfile = {
    mode: 'sync_http',
    method: operation.method,
    url_template: urlTemplate,
    ...(body === null ? {} : { body_argument: assigned.bodyArgument, content_type: body.contentType }),
    ...(assigned.bindings.length === 0 ? {} : { parameters: assigned.bindings }),
    timeout_seconds: timeoutSeconds,
    ...(settings.idempotency_header === undefined ? {} : { idempotency_header: settings.idempotency_header }),
  };
  const unusable = problemOf(profile, settings);
  if (unusable !== null) return unusable;
  const inputSchema = schemaOfArguments(assigned, context, operation.title);
  const remoteName = remoteNameOf(operation);
  return {
    operation,
    remoteName,
    finish: (name) => ({
      name,
      description: descriptionOf(operation),
      inputSchema,
      target: 'server',
      executionTimeoutMs: timeoutSeconds * 1000,
      upstream: {
        source: settings.name,
        kind: 'openapi',
        remote_name: remoteName,
        risk_level: context.riskOf(name, riskOfMethod(operation.method)),
        method: operation.method,
        path: cleanLine(operation.path, importLimits.remoteNameLengthMax),
        host: server.url.host,
        tags: tagsOf(value),
        profile,
      },
    }),
  };
}

const urlLengthMax = 4_000;
const defaultTimeoutSeconds = 30;

/** Whether requests can be made of it at all is found out now. */
function problemOf(profile: ExecutionProfile, { destinations, headers }: SourceSettings): string | null {
  try {
    compileProfile(profile, { allowedHosts: destinations?.allowed_hosts, headers });
    return null;
  } catch (error) {
    return `no request can be made of it: ${(error as Error).message}`;
  }
}

function descriptionOf({ operation, method, path }: Operation): string {
  const { summary, description, deprecated } = recordOf(operation.value);
  const [first, second] = [textOf(summary), textOf(description)].map((text) =>
    cleanText(text, importLimits.toolDescriptionLengthMax),
  );
  const said = [first, second === first ? '' : second].filter((text) => text !== '').join('\n\n');
  const whole = said === '' ? `${method} ${path}` : said;
  return cleanText(
    deprecated === true ? `Deprecated: the service may take it away. ${whole}` : whole,
    importLimits.toolDescriptionLengthMax,
  );
}

function remoteNameOf({ operation, method, path }: Operation): string {
  const id = cleanLine(textOf(recordOf(operation.value).operationId), importLimits.remoteNameLengthMax);
  return id === '' ? `${method.toLowerCase()} ${cleanLine(path, importLimits.remoteNameLengthMax - 10)}` : id;
}

function tagsOf(operation: unknown): string[] {
  const tags = listOf(recordOf(operation).tags).map((tag) => cleanLine(textOf(tag), importLimits.tagLengthMax));
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, importLimits.tagsMax);
}
