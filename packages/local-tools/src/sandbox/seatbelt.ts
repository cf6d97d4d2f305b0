import { rmSync } from 'node:fs';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { checkPinned } from './check-pinned.ts';
import { checkRoots } from './check-roots.ts';
import { cleanEnvironment } from './clean-environment.ts';
import type { Reach, Sandbox, WrappedCommand } from './sandbox.ts';
import { systemPath } from './system-folders.ts';
import { outsideOfRoots, type ToolFolder } from './tool-folders.ts';

export type SeatbeltOptions = {
  readonly program: string;
  readonly toolFolders: readonly ToolFolder[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The home and the temporary files of commands. */
  readonly temporaryFolder: string;
};

/**
 * T6 on macOS: the same reach as a profile for `sandbox-exec`. The tests of this project read the profile and do not
 * run it, as they run on Linux; on a Mac the proof at the start decides whether it holds.
 */
export function seatbelt(options: SeatbeltOptions): Sandbox {
  const { temporaryFolder } = options;
  const close = () => rmSync(temporaryFolder, { recursive: true, force: true });
  return { kind: 'seatbelt', wrap, close, leftovers: [temporaryFolder] };

  function wrap(reach: Reach): WrappedCommand {
    const roots = checkRoots(reach.roots, reach.workingFolder);
    checkPinned(reach);
    const tools = outsideOfRoots(options.toolFolders, roots);
    const programs = [...tools.map(({ path }) => path), ...systemPath];
    const profile = seatbeltProfile({
      roots,
      mayWrite: reach.mayWrite,
      mayUseNetwork: reach.mayUseNetwork,
      readable: tools.flatMap(({ needs }) => needs),
      temporaryFolder: options.temporaryFolder,
    });
    return {
      argv: [options.program, '-p', profile, '--', ...reach.argv],
      env: cleanEnvironment(options.environment, {
        programs,
        home: options.temporaryFolder,
        temporary: options.temporaryFolder,
      }),
      folder: reach.workingFolder,
      inputs: [],
      processes: 'shared',
    };
  }
}

type ProfileInput = Pick<Reach, 'roots' | 'mayWrite' | 'mayUseNetwork'> & {
  readonly readable: readonly string[];
  readonly temporaryFolder: string;
};

/** What the system shows to everybody and no program starts without. */
const systemReadable = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
  '/opt/homebrew',
  '/private/etc/ssl',
  '/private/etc/hosts',
  '/private/var/db/timezone',
  '/private/var/db/dyld',
];

/** Everything is refused, then what a command needs is named. The last rule that fits decides. */
export function seatbeltProfile(input: ProfileInput): string {
  const writable = [input.temporaryFolder, ...(input.mayWrite ? input.roots : [])];
  const readable = [...systemReadable, ...input.readable, ...input.roots, input.temporaryFolder];
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    `(allow process-exec* ${subpaths([...systemReadable, ...input.readable, ...input.roots])})`,
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow file-read-metadata)',
    `(allow file-read* (literal "/") (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom") ${subpaths(readable)})`,
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero"))',
    `(allow file-write* ${subpaths(writable)})`,
    '(deny file-write-setugid)',
    ...(input.mayUseNetwork
      ? [
          '(allow network-outbound (remote ip))',
          '(allow network-inbound (local ip))',
          '(allow network-bind (local ip))',
          '(allow system-socket)',
          '(allow file-read* (literal "/private/etc/resolv.conf") (literal "/private/var/run/resolv.conf"))',
          '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
        ]
      : ['(deny network*)']),
  ].join('\n');
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${quoted(path)})`).join(' ');
}

function quoted(path: string): string {
  if (/[\0\r\n]/.test(path))
    throw new ToolFailure('policy', 'A path with a line break cannot be written into the profile.');
  return `"${path.replaceAll(/["\\]/g, '\\$&')}"`;
}
