import type { GrantMatcher, JsonObject } from '@countersign/contract';
import { quoteWord } from '../display/quote-word.ts';

/** Whether a remembered decision covers a call. Looks at the arguments that will run, never at how they are shown. */
export function grantCovers(matcher: GrantMatcher, toolName: string, args: JsonObject): boolean {
  if (matcher.kind === 'everything') return true;
  if (matcher.tool_name !== toolName) return false;
  switch (matcher.kind) {
    case 'tool':
      return true;
    case 'command':
      return args.command === matcher.command;
    case 'path':
      return typeof args.path === 'string' && isUnder(matcher.folder, args.path);
  }
}

/** A2: what a grant allows, in words made from its matcher. */
export function grantText(matcher: GrantMatcher): string {
  switch (matcher.kind) {
    case 'everything':
      return 'Everything in this session';
    case 'tool':
      return `Every call of ${matcher.tool_name} in this session`;
    case 'command':
      return `${matcher.command} commands (${matcher.tool_name}) in this session`;
    case 'path':
      return `${matcher.tool_name} under ${quoteWord(matcher.folder)} in this session`;
  }
}

export const everythingWarning =
  'Whatever this agent asks for in this session will run without asking anyone, until this ends or is revoked.';

export function grantWarning(matcher: GrantMatcher): string | null {
  return matcher.kind === 'everything' ? everythingWarning : null;
}

/** Programs that run whatever they are given: "all of them" would mean "anything at all". */
const carriers = new Set(
  `sh bash dash ash zsh fish ksh csh tcsh busybox toybox python node nodejs tsx ts-node deno bun perl ruby php lua tclsh osascript pwsh powershell cmd
   env xargs nice nohup timeout time watch parallel find awk gawk sed make npx pnpx bunx uvx pipx ssh docker podman kubectl sudo su doas
   eval exec source script expect gdb strace ltrace flock setsid stdbuf unshare chroot bwrap nsenter pkexec
   runuser systemd-run ionice taskset`.split(/\s+/),
);

/** The class of a call for "this class in this session", or null where no class is narrow enough to be remembered. */
export function classOf(toolName: string, args: JsonObject): GrantMatcher | null {
  const { command, path } = args;
  if (typeof command === 'string') {
    const isPlain = /^[a-z0-9][a-z0-9._+-]*$/.test(command);
    return isPlain && !isCarrier(command) ? { kind: 'command', tool_name: toolName, command } : null;
  }
  if (typeof path === 'string') {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return folder !== '' && isUnder(folder, path) ? { kind: 'path', tool_name: toolName, folder } : null;
  }
  return { kind: 'tool', tool_name: toolName };
}

/** Also by the names of versions: python3.12 runs whatever python does. */
function isCarrier(command: string): boolean {
  return carriers.has(command.replace(/\.exe$/, '').replace(/-?\d[\d.]*$/, ''));
}

/** Inside the folder by its spelling alone: relative, no dot segments, no doubled or odd separators. */
function isUnder(folder: string, path: string): boolean {
  const isPlain = (text: string): boolean =>
    !text.startsWith('/') &&
    !text.includes('\\') &&
    !text.includes('\0') &&
    !/(^|\/)(\.{0,2})(\/|$)/.test(text.replace(/\/$/, ''));
  return isPlain(folder) && isPlain(path) && path.startsWith(folder) && path.length > folder.length;
}
