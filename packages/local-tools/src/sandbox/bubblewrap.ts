import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandLimits } from '../commands/command-limits.ts';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { checkRoots } from './check-roots.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { isInside } from './is-inside.ts';
import { firstInputDescriptor, type Reach, reportDescriptor, type Sandbox, type WrappedCommand } from './sandbox.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { type GitIdentity, snapshotEtc } from './snapshot-etc.ts';
import { systemFolders, systemPath } from './system-folders.ts';
import { outsideOfRoots, type ToolFolder } from './tool-folders.ts';

export type BubblewrapOptions = {
  readonly program: string;
  readonly limits: CommandLimits;
  readonly toolFolders: readonly ToolFolder[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly privateFolder: string | null;
  readonly gitIdentity: GitIdentity | null;
};

const home = '/tmp/home';
/** Who a command is inside. Root outside is no root inside: programs behave differently where they believe to be it. */
const idInsideForRoot = 1000;

/** T6 on Linux: namespaces of its own, an empty disk with only what is named here, and no way back out. */
export function bubblewrap(options: BubblewrapOptions): Sandbox {
  const userId = process.getuid?.() || idInsideForRoot;
  const groupId = process.getgid?.() || idInsideForRoot;
  const { limits } = options;
  const folder = ownFolder(options.privateFolder);
  const [etc, filter] = [join(folder, 'etc'), join(folder, 'filter')];
  snapshotEtc({ folder: etc, userId, groupId, home, gitIdentity: options.gitIdentity });
  writeFileSync(filter, seccompFilter(process.arch));
  const ids = ['--uid', `${userId}`, '--gid', `${groupId}`];
  const folders = systemFolders().flatMap(({ path, linkTo }) =>
    linkTo === null ? ['--ro-bind', path, path] : ['--symlink', linkTo, path],
  );
  const ownPlaces = [
    // Read-only: what root outside may set of the kernel there, a command of root's may too.
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev'],
    ...['--size', `${limits.sharedMemoryBytesMax}`, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--ro-bind', etc, '/etc'],
    ...['--perms', '1777', '--size', `${limits.temporaryBytesMax}`, '--tmpfs', '/tmp', '--dir', home],
    ...['--dir', '/run', '--symlink', '/tmp', '/var/tmp'],
  ];
  const close = () => rmSync(folder, { recursive: true, force: true });
  return { kind: 'bubblewrap', wrap, close, leftovers: [folder] };

  function wrap(reach: Reach): WrappedCommand {
    const roots = checkRoots(reach.roots, reach.workingFolder);
    const tools = outsideOfRoots(options.toolFolders, roots);
    const programs = [...tools.map(({ path }) => path), ...systemPath];
    const ownWord = `COUNTERSIGN_SANDBOX_${randomUUID().replaceAll('-', '_')}`;
    return {
      argv: [
        options.program,
        ...isolation,
        // There is no such variable: it is there to be seen.
        ...['--unsetenv', ownWord],
        ...(reach.mayUseNetwork ? ['--share-net'] : []),
        ...['--seccomp', `${firstInputDescriptor}`],
        ...ids,
        ...folders,
        ...ownPlaces,
        ...(reach.mayUseNetwork ? nameServers() : []),
        ...tools.flatMap(({ needs }) => needs.flatMap((path) => ['--ro-bind', path, path])),
        ...roots.flatMap((root) => [reach.mayWrite ? '--bind' : '--ro-bind', root, root]),
        ...hide(options.privateFolder ?? folder, roots),
        ...reach.pinnedFiles.flatMap(({ path, mode }, index) => [
          ...['--perms', (mode & 0o555).toString(8).padStart(4, '0')],
          ...['--ro-bind-data', `${firstInputDescriptor + 1 + index}`, path],
        ]),
        ...['--remount-ro', '/', '--chdir', reach.workingFolder, '--', ...reach.argv],
      ],
      env: cleanEnvironment(options.environment, { programs, home, temporary: '/tmp' }),
      folder: '/',
      inputs: [filter, ...reach.pinnedFiles.map(({ bytes }) => bytes)],
      processes: 'own',
      ownWord,
    };
  }
}

/** For what is the same in every sandbox. Nobody else can enter it, and no command sees it. */
function ownFolder(privateFolder: string | null): string {
  if (privateFolder !== null) mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
  return mkdtempSync(join(privateFolder ?? tmpdir(), 'countersign-sandbox-'));
}

/** Where a root holds it, as a whole home does: what later commands take for the system is not to be seen or changed. */
function hide(place: string, roots: readonly string[]): string[] {
  if (!existsSync(place)) {
    throw new ToolFailure('tool_exec', `The folder of the runner, "${place}", is gone. Start the runner again.`);
  }
  const real = realpathSync(place);
  return roots.some((root) => isInside(root, real)) ? ['--perms', '0500', '--size', '4096', '--tmpfs', real] : [];
}

const isolation = [
  ...['--unshare-user', '--unshare-all', '--disable-userns'],
  ...['--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
  ...['--hostname', 'sandbox', '--json-status-fd', `${reportDescriptor}`],
];

/** The file changes with the network the machine is in, so it is shown as it is now. Often it is a link. */
function nameServers(): string[] {
  const path = '/etc/resolv.conf';
  return existsSync(path) ? ['--ro-bind', realpathSync(path), path] : [];
}
