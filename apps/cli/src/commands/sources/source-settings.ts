import { limits, type RiskLevel, type SourceKind, type SourceSettings } from '@countersign/contract';
import { readYaml } from '@countersign/policy';
import { parseDuration } from '../../parse-duration.ts';
import { readGiven } from '../../read-given.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import { parseAuth } from './parse-auth.ts';

export type SourceOptions = {
  openapi?: string;
  http?: string;
  mcp?: string;
  mcpStdio?: boolean;
  baseUrl?: string;
  auth?: string;
  allowPrivate?: boolean;
  allowRemoteRefs?: boolean;
  risk?: readonly string[];
  env?: readonly string[];
  envSecret?: readonly string[];
  refresh?: string;
  settings?: string;
};

type Given = Partial<SourceSettings>;

/** What a source is made of: the settings file, and flags over it. */
export async function sourceSettings(
  terminal: Terminal,
  name: string,
  command: readonly string[],
  options: SourceOptions,
): Promise<SourceSettings> {
  const file = options.settings === undefined ? {} : await readSettings(terminal, options.settings);
  if (file.name !== undefined && file.name !== name)
    throw new UsageError(
      `${options.settings} is about ${file.name}, not about ${name}: call it so, or change the file`,
    );
  const origin = await originOf(terminal, command, options);
  const { url: _, document: __, command: ___, kind: ____, ...rest } = file;
  const merged = { ...(origin ? rest : file), ...origin, ...flagsOf(options, file), name };
  if (merged.kind === undefined)
    throw new UsageError('say where the tools come from: --openapi, --http, --mcp, --mcp-stdio or --settings');
  return merged as SourceSettings;
}

/** Null where no flag says it. */
async function originOf(terminal: Terminal, command: readonly string[], options: SourceOptions): Promise<Given | null> {
  const { openapi, http, mcp, mcpStdio } = options;
  const given = [openapi, http, mcp, mcpStdio].filter((each) => each !== undefined);
  if (given.length > 1) throw new UsageError('a source has one origin: --openapi, --http, --mcp or --mcp-stdio');
  if (!mcpStdio && command.length > 0)
    throw new UsageError('a program is for --mcp-stdio only: `--mcp-stdio -- PROGRAM ARGUMENTS`');
  if (openapi !== undefined) return await documentOf(terminal, 'openapi', '--openapi', openapi);
  if (http !== undefined) return await documentOf(terminal, 'http', '--http', http);
  if (mcp !== undefined) return { kind: 'mcp', url: mcp };
  if (!mcpStdio) return null;
  if (command.length === 0) throw new UsageError('--mcp-stdio needs the program behind "--": `--mcp-stdio -- PROGRAM`');
  return { kind: 'mcp', command: [...command] };
}

/** A file is read here and sent along: the server may be elsewhere. */
async function documentOf(terminal: Terminal, kind: SourceKind, flag: string, given: string): Promise<Given> {
  if (/^https?:\/\//i.test(given)) return { kind, url: given };
  return { kind, document: await readDocument(terminal, flag, given) };
}

export async function readDocument(terminal: Terminal, flag: string, path: string): Promise<string> {
  const document = await readGiven(terminal, flag, path);
  if (document.length === 0) throw new UsageError(`${path} is empty`);
  if (document.length > limits.documentLengthMax)
    throw new UsageError(`${path} has ${document.length} characters, ${limits.documentLengthMax} are allowed`);
  return document;
}

function flagsOf(options: SourceOptions, file: Given): Given {
  const { baseUrl, auth, allowPrivate, allowRemoteRefs, risk, env, envSecret, refresh } = options;
  return {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(auth === undefined ? {} : { auth: parseAuth(auth) }),
    ...(allowPrivate ? { destinations: { ...file.destinations, allow_private: true } } : {}),
    ...(allowRemoteRefs ? { allow_remote_refs: true } : {}),
    ...(risk === undefined ? {} : { risks: { ...file.risks, ...Object.fromEntries(risk.map(riskOf)) } }),
    ...(env === undefined ? {} : { environment: { ...file.environment, ...pairs('--env', env) } }),
    ...(envSecret === undefined
      ? {}
      : { environment_secrets: { ...file.environment_secrets, ...pairs('--env-secret', envSecret) } }),
    ...(refresh === undefined ? {} : { refresh_seconds: parseDuration('--refresh', refresh) }),
  };
}

function riskOf(text: string): readonly [string, RiskLevel] {
  const [, glob, level] = /^(.+)=(LOW|MEDIUM|HIGH)$/i.exec(text) ?? [];
  if (glob === undefined || level === undefined)
    throw new UsageError(`--risk takes a tool or glob and a level, such as 'delete_*=HIGH', not "${text}"`);
  return [glob, level.toUpperCase() as RiskLevel];
}

function pairs(flag: string, given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`${flag} takes NAME=VALUE`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

async function readSettings(terminal: Terminal, path: string): Promise<Given> {
  const read = readYaml(await readGiven(terminal, '--settings', path), 'a settings file');
  if (!read.ok) {
    const { line, column, message } = read.problems[0]!;
    throw new UsageError(`${path}:${line}:${column}: ${message}`);
  }
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    throw new UsageError(`${path} must hold settings such as \`kind: openapi\`, one a line`);
  return read.value;
}
