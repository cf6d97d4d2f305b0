import type { ExecutionProfile, SourceSettings } from '@countersign/contract';
import type { Issue } from '@countersign/policy';
import { cleanLine, cleanText } from '../inventory/clean-text.ts';
import type { ImportedTool } from '../inventory/inventory.ts';
import { importLimits } from '../inventory/limits.ts';
import { type RiskOf, riskOfMethod } from '../inventory/risk-of-tool.ts';
import { compileProfile } from '../request/compile-profile.ts';
import { isRecord, type PlainSchema } from '../schema/plain-schema.ts';
import type { ToolOfFile } from './http-tools-file.ts';
import { pollBudgetMs, pollOfFile } from './poll-of-file.ts';
import { schemaOfFile } from './schema-of-file.ts';

export type FileContext = {
  readonly settings: SourceSettings;
  readonly baseUrl: string | undefined;
  readonly riskOf: RiskOf;
};

/** What is wrong with a tool: the key under which it stands, and what to do. */
type Wrong = { readonly key: readonly string[]; readonly message: string };

/** One tool of a file, or everything in it that has to be changed first. */
export function toolOfFile(
  tool: ToolOfFile,
  name: string,
  index: number,
  context: FileContext,
): { readonly tool: ImportedTool } | { readonly issues: readonly Issue[] } {
  const wrong: Wrong[] = twice(tool);
  const url = tool.url ?? tool.url_template;
  if (url === undefined)
    wrong.push({ key: [], message: '`url` is missing: add it with an address, or a path after base_url' });
  const schema = schemaOfFile(tool.input_schema, tool.passthrough_headers === true);
  if (typeof schema === 'string') wrong.push({ key: ['input_schema'], message: schema });
  const profile = url === undefined ? null : profileOf(tool, url, context, wrong);
  if (profile !== null)
    wrong.push(...checkTemplates(profile, typeof schema === 'string' ? null : schema, context.settings));
  if (wrong.length > 0 || profile === null || typeof schema === 'string')
    return { issues: wrong.map((each) => issueOf(each, tool, index)) };
  return { tool: finish(tool, name, schema, profile, context) };
}

/** Each thing has a short name and the long one of the profile: both at once would be a riddle. */
const names: readonly (readonly [keyof ToolOfFile, keyof ToolOfFile])[] = [
  ['url', 'url_template'],
  ['headers', 'headers_template'],
  ['body', 'body_template'],
  ['risk', 'risk_level'],
  ['audience', 'required_audience'],
  ['scopes', 'required_scopes'],
  ['poll', 'poll_config'],
];

function twice(tool: ToolOfFile): Wrong[] {
  return names
    .filter(([short, long]) => tool[short] !== undefined && tool[long] !== undefined)
    .map(([short, long]) => ({ key: [long], message: `\`${short}\` says the same: keep one of them` }));
}

function profileOf(tool: ToolOfFile, url: string, context: FileContext, wrong: Wrong[]): ExecutionProfile | null {
  const { settings } = context;
  const absolute = (text: string, key: string): string => {
    const found = absoluteUrl(text, context.baseUrl);
    if (found === null)
      wrong.push({ key: [key], message: `\`${key}\` is a path: give base_url, or write the whole address` });
    return found ?? text;
  };
  const poll = tool.poll ?? tool.poll_config;
  const isPolled = tool.mode === 'async_poll' || (tool.mode === undefined && poll !== undefined);
  if (isPolled && poll === undefined)
    wrong.push({ key: ['mode'], message: 'async_poll needs `poll`: say how to ask for the status' });
  if (!isPolled && poll !== undefined)
    wrong.push({ key: ['mode'], message: 'sync_http asks nothing: take `poll` away, or write async_poll' });
  const pollConfig = poll === undefined ? null : pollOfFile(poll, (text) => absolute(text, 'poll'));
  if (pollConfig !== null && 'message' in pollConfig) {
    wrong.push({ key: ['poll', ...(pollConfig.key === '' ? [] : [pollConfig.key])], message: pollConfig.message });
    return null;
  }
  const optional = {
    headers_template: tool.headers ?? tool.headers_template,
    body_template: tool.body ?? tool.body_template,
    content_type: tool.content_type,
    passthrough_headers: tool.passthrough_headers,
    allowed_hosts: tool.allowed_hosts,
    required_audience: tool.audience ?? tool.required_audience,
    required_scopes: tool.scopes ?? tool.required_scopes,
    idempotency_header: tool.idempotency_header ?? settings.idempotency_header,
    poll: pollConfig ?? undefined,
  };
  return {
    mode: isPolled ? 'async_poll' : 'sync_http',
    method: tool.method ?? 'GET',
    url_template: absolute(url, tool.url === undefined ? 'url_template' : 'url'),
    timeout_seconds: tool.timeout_seconds ?? settings.timeout_seconds ?? defaultTimeoutSeconds,
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<ExecutionProfile>),
  };
}

const defaultTimeoutSeconds = 30;

/** An address as it is, or a path after the base; null where there is no base. */
function absoluteUrl(text: string, baseUrl: string | undefined): string | null {
  if (/^(https?:\/\/|\{\{|\{%)/i.test(text)) return text;
  if (baseUrl === undefined) return null;
  return `${baseUrl.replace(/\/+$/, '')}${text.startsWith('/') || text.startsWith('?') ? '' : '/'}${text}`;
}

/** Templates are read now, so that a mistake is met by who wrote it and not by who calls the tool. */
function checkTemplates(profile: ExecutionProfile, schema: PlainSchema | null, settings: SourceSettings): Wrong[] {
  const options = { allowedHosts: settings.destinations?.allowed_hosts, headers: settings.headers };
  const wrong: Wrong[] = [];
  const { poll, ...trigger } = profile;
  try {
    const { argumentNames } = compileProfile(trigger, options);
    const known = schema === null || !isRecord(schema.properties) ? null : schema.properties;
    const missing = known === null ? [] : [...argumentNames].filter((name) => !Object.hasOwn(known, name));
    for (const name of missing) {
      wrong.push({
        key: ['input_schema'],
        message: `a template uses \`${name}\`, which is no argument: describe it in \`input_schema\``,
      });
    }
  } catch (error) {
    wrong.push({ key: keyOf((error as Error).message), message: (error as Error).message });
  }
  if (poll === undefined) return wrong;
  try {
    const { body_template: _body, content_type: _type, ...status } = trigger;
    compileProfile({ ...status, mode: 'sync_http', method: 'GET', url_template: poll.status_url_template }, options);
  } catch (error) {
    wrong.push({ key: ['poll'], message: (error as Error).message.replace('url_template', 'status_url') });
  }
  return wrong;
}

function keyOf(message: string): string[] {
  if (message.startsWith('url_template')) return ['url'];
  if (message.startsWith('body_template')) return ['body'];
  return /^The header /.test(message) ? ['headers'] : [];
}

/** At the key if it is there under one of its names, else at the tool. */
function issueOf({ key: [first, ...rest], message }: Wrong, tool: ToolOfFile, index: number): Issue {
  const [short, long] = names.find((pair) => pair.includes(first as keyof ToolOfFile)) ?? [first, first];
  const present = [first, short, long].find((each) => each !== undefined && Object.hasOwn(tool, each));
  if (present === undefined) return { place: { path: ['tools', index], at: 'value' }, message };
  const inner = (tool as Readonly<Record<string, unknown>>)[present];
  const deeper = rest.filter((each) => isRecord(inner) && Object.hasOwn(inner, each));
  return { place: { path: ['tools', index, present, ...deeper], at: 'value' }, message };
}

function finish(
  tool: ToolOfFile,
  name: string,
  schema: PlainSchema,
  profile: ExecutionProfile,
  { settings, riskOf }: FileContext,
): ImportedTool {
  const { poll, timeout_seconds: timeoutSeconds, method } = profile;
  return {
    name,
    description: cleanText(tool.description, importLimits.toolDescriptionLengthMax),
    inputSchema: schema,
    target: 'server',
    executionTimeoutMs: timeoutSeconds * 1000 + (poll === undefined ? 0 : pollBudgetMs(poll, timeoutSeconds)),
    upstream: {
      source: settings.name,
      kind: 'http',
      remote_name: tool.name,
      risk_level: riskOf(name, tool.risk ?? tool.risk_level ?? riskOfMethod(method)),
      method,
      path: cleanLine(pathOf(profile.url_template), importLimits.remoteNameLengthMax),
      host: hostOf(profile),
      tags: (tool.tags ?? []).map((tag) => cleanLine(tag, importLimits.tagLengthMax)).filter((tag) => tag !== ''),
      profile,
    },
  };
}

/** The path as OpenAPI would write it, without the query. */
function pathOf(url: string): string {
  const plain = url.replaceAll(/\{\{-?\s*([A-Za-z_]\w*)[^{}]*\}\}/g, '{$1}').replaceAll(/\{%[^%]*%\}/g, '');
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(plain)?.[1];
  return path === undefined ? plain : path || '/';
}

/** Where the host depends on arguments, those that it may be. */
function hostOf({ url_template: url, allowed_hosts: allowed = [] }: ExecutionProfile): string {
  const literal = /^https?:\/\/([^/?#{}]+)(?=[/?#]|$)/i.exec(url)?.[1];
  const host = literal === undefined ? null : (URL.parse(`https://${literal}`)?.host ?? null);
  return host ?? (allowed.length === 0 ? 'by argument' : allowed.slice(0, 5).join(', '));
}
