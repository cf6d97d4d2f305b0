import { Buffer } from 'node:buffer';
import { makeVisible } from '../display/make-visible.ts';
import { shortText } from '../display/short-text.ts';
import type { Finding, PathAccess, PathUse } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import { isSharedByCustom } from './hard-links.ts';
import { isWithin, type Location, locate, relativeTo } from './locate.ts';
import { whyProtected } from './protected-names.ts';
import { whySecret } from './secret-files.ts';
import type { Workspace } from './workspace.ts';

export type JudgedPath = {
  readonly use: PathUse;
  readonly findings: readonly Finding[];
  readonly location: Location | null;
};

/** Places whose files are not what they seem: reading or writing one does something else. */
const unreal = ['/proc', '/sys', '/dev'];

/** G1: everything that is known of a path before anything is opened. The opening has to verify it again. */
export function judgePath(
  workspace: Workspace,
  workingDirectory: string,
  given: string,
  access: PathAccess,
): JudgedPath {
  const shape = whyMisshapen(given);
  if (shape !== null) {
    return {
      use: { given, path: given, access, isInside: false },
      findings: [{ id: 'builtin.path.shape', level: 'DENY', reason: `${shown(given)} ${shape}.` }],
      location: null,
    };
  }
  const location = locate(workspace, workingDirectory, given);
  const isInside = location.root !== null && !isForbidden(workspace, location);
  const path = isInside ? relativeTo(workspace, location.root!, location.real) : location.real;
  const isElsewhere = isInside && location.root !== workspace.roots[0];
  const use: PathUse = { given, path, access, isInside, ...(isElsewhere ? { elsewhere: location.real } : {}) };
  return { use, findings: isInside ? insideFindings(use, location, workspace) : [outside(given, location)], location };
}

function isForbidden(workspace: Workspace, { spelled, real }: Location): boolean {
  return [...unreal, ...(workspace.forbidden ?? [])].some((place) => isWithin(place, spelled) || isWithin(place, real));
}

function outside(given: string, { real, spelled }: Location): Finding {
  const leads = real === spelled ? '' : ` (it leads to ${shown(real)})`;
  return { id: 'builtin.path.outside', level: 'DENY', reason: `${shown(given)} is outside the workspace${leads}.` };
}

function insideFindings(use: PathUse, location: Location, workspace: Workspace): Finding[] {
  const { given, access, path } = use;
  const { look } = location;
  const findings: Finding[] = [];
  const add = (id: string, level: Finding['level'], reason: string): void => {
    findings.push({ id: `builtin.path.${id}`, level, reason: `${shown(given)} ${reason}.` });
  };
  if (location.isEndless) add('endless', 'DENY', 'goes through links that never end');
  if (location.gap !== null) add('gap', 'MEDIUM', 'goes through something that is no folder');
  if (look.kind === 'special') add('special', 'DENY', 'is a device, a pipe or a socket, not a file');
  if (look.kind === 'unreadable') add('unreadable', 'HIGH', 'cannot be looked at from here');
  if (look.kind === 'file' && look.links > 1 && !(access === 'read' && isSharedByCustom(path))) {
    add('hard-link', 'DENY', 'has a second name somewhere, maybe outside the workspace');
  }
  if (hasDeceptive(given) || hasDeceptive(path)) {
    add('deceptive', access === 'read' ? 'MEDIUM' : 'HIGH', 'has characters that are invisible or change how it reads');
  }
  if (given.includes('\\')) add('backslash', 'MEDIUM', 'means another place on Windows');
  const spelled = spelledBelowRoot(location, workspace, location.spelled.slice(1));
  const ways = spelled === path ? [path] : [path, spelled];
  if (access === 'read') {
    const secret = firstOf(ways, whySecret);
    if (secret !== null) add('secret', 'MEDIUM', `may hold secrets: ${secret}`);
    return findings;
  }
  if (access === 'write' && (look.kind === 'directory' || /(?:^|\/)\.{0,2}$/.test(given))) {
    add('directory', 'DENY', 'is a folder, not a file');
  }
  const why = firstOf(ways, whyProtected);
  if (why !== null) add('protected', 'HIGH', `means that something runs later or is obeyed: ${why}`);
  if (look.kind === 'file' && look.isExecutable) add('executable', 'HIGH', 'is a program that can be run');
  return findings;
}

function firstOf(paths: readonly string[], why: (path: string) => string | null): string | null {
  for (const path of paths) {
    const reason = why(path);
    if (reason !== null) return reason;
  }
  return null;
}

/** The spelled path below its root: a link inside the workspace must not hide a protected name. */
function spelledBelowRoot({ spelled, root }: Location, workspace: Workspace, fallback: string): string {
  const holder = [root!, ...workspace.roots].find((candidate) => isWithin(candidate, spelled));
  return holder === undefined ? fallback : spelled.slice(holder === '/' ? 1 : holder.length + 1);
}

function whyMisshapen(given: string): string | null {
  if (given === '') return 'is empty, so it names nothing';
  if (/\p{Cc}/u.test(given)) return 'has a control character in it';
  if (isLonger(given, limits.pathBytesMax)) return `is longer than the ${limits.pathBytesMax} bytes of a path`;
  if (isLonger(given, limits.nameBytesMax) && given.split('/').some((name) => isLonger(name, limits.nameBytesMax))) {
    return `has a name longer than ${limits.nameBytesMax} bytes`;
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given) || /^file:/i.test(given)) return 'is an address, not a path';
  if (/^~/.test(given)) return 'begins with ~, which only a shell replaces; write the path in full';
  if (/[\ud800-\udfff]/u.test(given)) return 'has half a character in it';
  return null;
}

/** In bytes. A character has three at the most, or six where it takes two units. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && Buffer.byteLength(text) > bytes);
}

function hasDeceptive(text: string): boolean {
  return makeVisible(text) !== text;
}

function shown(text: string): string {
  return `"${shortText(text)}"`;
}
