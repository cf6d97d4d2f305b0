import type { JsonObject, JsonValue } from '@countersign/contract';
import { judgeScript } from '../bash/judge-script.ts';
import { judgeCommand } from '../commands/judge-command.ts';
import type { Place } from '../commands/place.ts';
import { shortText } from '../display/short-text.ts';
import type { Judgement } from '../judgement/judgement.ts';
import type { Effect, Finding, Part, PathAccess } from '../judgement/part.ts';
import { judgePath } from '../paths/judge-path.ts';
import { locate, realRootOf } from '../paths/locate.ts';
import type { Look, Workspace } from '../paths/workspace.ts';
import type { CallToDecide, Service } from '../verdict.ts';

type CallToJudge = Pick<CallToDecide, 'tool' | 'arguments'>;

/** Stands in the place of a host for MCP servers that are programs of this machine. */
const localProgram = 'stdio';

/** What each local tool does with its arguments. */
type Judge = (args: JsonObject, workspace: Workspace) => Judgement;

const judges: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['read', fileTool('reads a file', 'read', 'path', [])],
  ['read_file', fileTool('reads a file', 'read', 'path', [])],
  ['ls', fileTool('lists a folder', 'read', 'path', [])],
  ['list_directory', fileTool('lists a folder', 'read', 'path', ['pattern'])],
  ['find', fileTool('looks for files', 'read', 'path', ['name_pattern'])],
  ['grep', fileTool('looks for text', 'read', 'path', ['glob'])],
  ['write', fileTool('writes a file', 'write', 'path', [])],
  ['write_file', fileTool('writes a file', 'write', 'path', [])],
  ['edit', fileTool('changes a file', 'write', 'path', [])],
  ['execute_command', judgeExecuteCommand],
  ['bash', judgeBash],
]);

/** G5: what code alone says of a call. A tool that nobody described is HIGH. */
export function judgeCall({ tool, arguments: args }: CallToJudge, workspace: Workspace): Judgement {
  const judge = tool.source === 'builtin' ? judges.get(tool.name) : undefined;
  return judge ? judge(args, lookingOnce(workspace)) : judgeOther(tool);
}

/** One judgement sees one state of the disk, and asks for each name in it once. */
function lookingOnce(workspace: Workspace): Workspace {
  const looks = new Map<string, Look>();
  const look = (path: string): Look => {
    const known = looks.get(path) ?? workspace.files.look(path);
    looks.set(path, known);
    return known;
  };
  const once = { ...workspace, files: { ...workspace.files, look } };
  return { ...once, realRoots: new Map(once.roots.map((root) => [root, realRootOf(once, root)])) };
}

function judgeOther({ name, source, service }: CallToJudge['tool']): Judgement {
  return service === null ? undescribed(name) : judgeService(source, service);
}

/** U1: by its method, unless an administrator has said otherwise; what it does with the arguments only the service knows. */
function judgeService(source: string, { riskLevel, method, host }: Service): Judgement {
  const isLocal = host === localProgram;
  const finding: Finding = {
    id: `builtin.service.${method.toLowerCase()}`,
    level: riskLevel,
    reason: isLocal
      ? `It asks the program behind ${shortText(source)}.`
      : `It sends a ${shortText(method)} request to ${shortText(host)}.`,
  };
  const effect: Effect = isLocal ? { kind: 'executes', target: source } : { kind: 'network', target: host };
  return { parts: [{ ...emptyPart, isRememberable: true, effects: [effect], findings: [finding] }], findings: [] };
}

function undescribed(name: string): Judgement {
  const reason = `What ${shortText(name)} does is not described, so it counts as HIGH.`;
  return {
    findings: [],
    parts: [
      { ...emptyPart, isRememberable: true, findings: [{ id: 'builtin.tool.undescribed', level: 'HIGH', reason }] },
    ],
  };
}

function fileTool(what: string, access: PathAccess, pathName: string, patternNames: readonly string[]): Judge {
  return (args, workspace) => {
    const path = textOf(args[pathName]) ?? '.';
    const { use, findings } = judgePath(workspace, workspace.roots[0] ?? '/', path, access);
    const base: Finding = {
      id: `builtin.tool.${access}`,
      level: access === 'read' ? 'LOW' : 'MEDIUM',
      reason: `It ${what}.`,
    };
    const patterns = patternNames.flatMap((name) => patternFindings(textOf(args[name])));
    const part: Part = {
      ...emptyPart,
      paths: [use],
      effects: [{ kind: access === 'read' ? 'reads' : 'writes', target: use.path }],
      findings: [base, ...findings, ...patterns],
      isRememberable: true,
    };
    return { parts: [part], findings: [] };
  };
}

/** A pattern stays below its folder: it neither climbs nor begins at the root, also inside braces. */
function patternFindings(pattern: string | null): Finding[] {
  if (pattern === null) return [];
  const climbs = /(?:^|[/{,(|\\])\.\.(?:$|[/},)|\\])/.test(pattern);
  const isAbsolute = /^[/~]|[{,(|][/~]|^[A-Za-z]:[\\/]/.test(pattern);
  const isBroken = /\p{Cc}/u.test(pattern);
  if (!climbs && !isAbsolute && !isBroken) return [];
  return [
    {
      id: 'builtin.path.pattern',
      level: 'DENY',
      reason: `The pattern "${shortText(pattern)}" leaves the folder in which it is looked up.`,
    },
  ];
}

function judgeExecuteCommand(args: JsonObject, workspace: Workspace): Judgement {
  const argv = [textOf(args.command) ?? '', ...(Array.isArray(args.args) ? args.args.map((arg) => String(arg)) : [])];
  const place = placeIn(workspace, workspace.roots[0] ?? '/');
  return { parts: [{ ...judgeCommand(argv, place), span: null }], findings: [] };
}

function judgeBash(args: JsonObject, workspace: Workspace): Judgement {
  const { folder, findings } = workingFolder(textOf(args.workdir), workspace);
  const judgement = judgeScript(textOf(args.cmd) ?? '', placeIn(workspace, folder));
  return { ...judgement, findings: [...findings, ...judgement.findings] };
}

/** The folder a call names is inside a root, and never becomes one. */
function workingFolder(given: string | null, workspace: Workspace): { folder: string; findings: readonly Finding[] } {
  const root = workspace.roots[0] ?? '/';
  if (given === null) return { folder: root, findings: [] };
  const { findings, location } = judgePath(workspace, root, given, 'read');
  return {
    folder: location?.spelled ?? locate(workspace, root, '.').spelled,
    findings: findings.filter((finding) => finding.id !== 'builtin.path.secret'),
  };
}

function placeIn(workspace: Workspace, workingDirectory: string): Place {
  return { workspace, workingDirectory, depth: 0, judgeScript };
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

const emptyPart: Part = {
  argv: null,
  command: null,
  subcommand: null,
  span: null,
  paths: [],
  effects: [],
  findings: [],
  isRememberable: false,
};
