import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userName } from './clean-environment.ts';

/** What programs need of `/etc` and everybody may know. Nothing else of it is there: no keys, no passwords, no users. */
const copied = [
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'ld-musl-x86_64.path',
  'alternatives',
  'crypto-policies',
  'gai.conf',
  'host.conf',
  'hosts',
  'localtime',
  'locale.alias',
  'magic',
  'mime.types',
  'networks',
  'nsswitch.conf',
  'os-release',
  'pki/ca-trust/extracted',
  'pki/tls/cert.pem',
  'pki/tls/certs',
  'protocols',
  'services',
  'shells',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone',
];

export type GitIdentity = { readonly name: string; readonly email: string };
export type EtcOptions = {
  /** Where to make it: absolute, and not there yet. */
  readonly folder: string;
  readonly userId: number;
  readonly groupId: number;
  readonly home: string;
  readonly gitIdentity: GitIdentity | null;
};

/**
 * A folder that stands as `/etc` in every sandbox. It is made once: to show each entry by itself would cost a mount
 * a command and entry, a quarter of the time a sandbox takes.
 */
export function snapshotEtc(options: EtcOptions): void {
  const { folder } = options;
  mkdirSync(folder, { mode: 0o755 });
  for (const entry of copied) copyEntry(entry, folder);
  const { userId, groupId, home } = options;
  write('passwd', `${userName}:x:${userId}:${groupId}::${home}:/bin/bash\nnobody:x:65534:65534::/:/usr/sbin/nologin\n`);
  write('group', `${userName}:x:${groupId}:\nnogroup:x:65534:\n`);
  write('gitconfig', gitConfig(options.gitIdentity));
  // Where commands may use the network, the machine's own is put over it. Empty, it names no server.
  write('resolv.conf', '');

  function write(name: string, text: string): void {
    writeFileSync(join(folder, name), text, { mode: 0o444 });
  }
}

function copyEntry(entry: string, folder: string): void {
  const source = join('/etc', entry);
  if (!existsSync(source)) return;
  const target = join(folder, entry);
  mkdirSync(dirname(target), { recursive: true });
  try {
    cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  } catch {
    // What this user may not read, a command of this user is not given.
    rmSync(target, { recursive: true, force: true });
  }
}

/** A repository of another owner is used as it is: what its settings start is in the sandbox too. */
function gitConfig(identity: GitIdentity | null): string {
  const user =
    identity === null ? '' : `[user]\n\tname = ${quoted(identity.name)}\n\temail = ${quoted(identity.email)}\n`;
  return `${user}[safe]\n\tdirectory = *\n[init]\n\tdefaultBranch = main\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\r\n\0]/g, ' ').replaceAll(/["\\]/g, '\\$&')}"`;
}
