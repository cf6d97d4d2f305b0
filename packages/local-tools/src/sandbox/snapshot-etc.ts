import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  /** Where to keep it, for nobody else to enter. A new folder for temporary files unless told. */
  readonly privateFolder: string | null;
  readonly userId: number;
  readonly groupId: number;
  readonly home: string;
  readonly gitIdentity: GitIdentity | null;
};

/**
 * A folder that stands as `/etc` in every sandbox. It is made once: to show each entry by itself would cost a mount
 * a command and entry, a quarter of the time a sandbox takes.
 */
export function snapshotEtc(options: EtcOptions): { readonly folder: string; remove(): void } {
  const parent = options.privateFolder ?? tmpdir();
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'countersign-etc-'));
  chmodSync(folder, 0o755);
  for (const entry of copied) copyEntry(entry, folder);
  const { userId, groupId, home } = options;
  write('passwd', `${userName}:x:${userId}:${groupId}::${home}:/bin/bash\nnobody:x:65534:65534::/:/usr/sbin/nologin\n`);
  write('group', `${userName}:x:${groupId}:\nnogroup:x:65534:\n`);
  write('gitconfig', gitConfig(options.gitIdentity));
  // Where commands may use the network, the machine's own is put over it. Empty, it names no server.
  write('resolv.conf', '');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };

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
