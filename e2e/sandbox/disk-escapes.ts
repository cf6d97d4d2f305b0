import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Escape, saidSo, toldSecret } from './escape.ts';

const wroteOutside: Escape['hasEscaped'] = ({ outside }) =>
  readdirSync(outside).some((name) => name.startsWith('pwned'));
const ownText = 'own\n';

/** Ways to files that are not in a root, and to those in a root that must not be changed. */
export const diskEscapes: readonly Escape[] = [
  {
    name: 'reads a file outside',
    script: ({ outside }) => `cat ${outside}/secret.txt ../outside/secret.txt`,
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'reads outside through links of the workspace',
    script: () => 'cat link-secret link-out/secret.txt; ln -s ../outside made; cat made/secret.txt; rm -f made',
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'reads a file of the home',
    script: ({ homeFile }) =>
      `cat ${homeFile}; cat ~/.countersign-escape-*; cat /root/.countersign-escape-* /home/*/.countersign-escape-*`,
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'finds keys in the home',
    script: () =>
      `ls ~/.ssh ~/.aws ~/.config ~/.gnupg ~/.npmrc ~/.netrc ${homedir()}/.ssh && echo ESCAPED; [ "$(ls -A ~)" = "" ] || echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'reads passwords and keys of the system',
    script: () =>
      'for f in /etc/shadow /etc/gshadow /etc/sudoers /etc/ssh/ssh_host_ed25519_key /etc/machine-id; do cat $f && echo ESCAPED; done',
    hasEscaped: saidSo,
    control: 'as root',
  },
  {
    name: 'learns who else uses the machine',
    script: () =>
      '[ "$(wc -l < /etc/passwd)" -gt 2 ] && echo ESCAPED; ls /home/* /root /var/log /srv /opt /mnt /media && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'reads shared memory of others',
    script: ({ sharedMemoryFile }) => `cat ${sharedMemoryFile}`,
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'finds secrets in its environment',
    script: () => 'env; export -p',
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'inherits what changes how programs start',
    script: () =>
      'env | grep -E "^(LD_|NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV=|PYTHON|PERL|GIT_(DIR|SSH|CONFIG|EXEC)|SSH_|DBUS|DISPLAY|XDG_RUNTIME|COUNTERSIGN)" && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'writes a file outside',
    script: ({ outside }) =>
      `echo x > ${outside}/pwned; echo x > ../outside/pwned2; mkdir -p ${outside} && echo x > ${outside}/pwned3`,
    hasEscaped: wroteOutside,
    control: 'succeeds',
  },
  {
    name: 'writes outside through a link of the workspace',
    script: () =>
      'echo x > link-out/pwned; cp own.txt link-out/pwned2; mv link-out moved && echo x > moved/pwned3; mv moved link-out',
    hasEscaped: wroteOutside,
    control: 'succeeds',
  },
  {
    name: 'takes a file outside into the workspace by a hard link',
    script: ({ outside }) =>
      `ln ${outside}/secret.txt hard && cat hard; rm -f hard; ln -L link-secret hard2 && cat hard2; rm -f hard2`,
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'moves a file of the workspace to outside',
    script: ({ outside }) => `cp own.txt mine; mv mine ${outside}/pwned; mv mine ../outside/pwned2; rm -f mine`,
    hasEscaped: wroteOutside,
    control: 'succeeds',
  },
  {
    name: 'puts a program where programs are looked for',
    script: ({ id }) =>
      `for d in /usr/local/bin /usr/bin /bin /usr/sbin "$(dirname "$(command -v node)")"; do cp /bin/true $d/pwned-${id} && echo ESCAPED $d; done`,
    hasEscaped: (stage, attempted) => saidSo(stage, attempted) || existsSync(`/usr/local/bin/pwned-${stage.id}`),
    control: 'would harm the machine',
  },
  {
    name: 'writes what starts programs later',
    script: ({ id }) =>
      `for f in /etc/cron.d/pwned-${id} ${homedir()}/.pwned-${id} /etc/profile.d/pwned-${id} /etc/ld.so.preload /var/spool/cron/pwned-${id}; do (echo > $f) && echo ESCAPED $f; done`,
    hasEscaped: (stage, attempted) =>
      saidSo(stage, attempted) ||
      existsSync(`/etc/cron.d/pwned-${stage.id}`) ||
      existsSync(join(homedir(), `.pwned-${stage.id}`)),
    control: 'would harm the machine',
  },
  {
    name: 'changes what later commands see as the system',
    script: () =>
      'for f in /etc/passwd /etc/hosts /etc/gitconfig /etc/resolv.conf /etc/ld.so.cache; do (echo x >> $f) && echo ESCAPED $f; chmod 666 $f && echo ESCAPED $f; done; echo x > /etc/new && echo ESCAPED; ls -d /tmp/countersign-sandbox-* && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'writes into the first folder and the devices',
    script: ({ id }) =>
      `for d in / /dev /usr /run /var /proc; do (echo x > $d/pwned-${id}) && echo ESCAPED $d; mkdir $d/pwned-dir-${id} && echo ESCAPED $d; done`,
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'mounts something',
    script: () =>
      'mount -t tmpfs none /tmp && echo ESCAPED; mount -t proc none /proc && echo ESCAPED; mount --bind /tmp /usr && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'makes what is read-only writable again',
    script: ({ id }) =>
      `for d in / /usr /etc /proc; do mount -o remount,rw,bind $d && echo ESCAPED $d; done; touch /usr/pwned-${id} && echo ESCAPED`,
    hasEscaped: (stage, attempted) => saidSo(stage, attempted) || existsSync(`/usr/pwned-${stage.id}`),
    control: 'would harm the machine',
  },
  {
    name: 'takes away what is mounted',
    script: () => 'for d in /etc /usr /tmp /proc "$PWD"; do umount -l $d && echo ESCAPED $d; done',
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'mounts by the new calls of the kernel',
    script: () =>
      `perl -e 'syscall(430, my $t = "tmpfs", 0) >= 0 and print "ESCAPED\\n"; syscall(428, -100, my $p = "/", 1) >= 0 and print "ESCAPED\\n"'`,
    hasEscaped: saidSo,
    control: 'as root',
    needs: ['perl'],
  },
  {
    name: 'makes a device',
    script: () =>
      'mknod made-device c 1 5 && echo ESCAPED; mknod made-disk b 254 0 && echo ESCAPED; rm -f made-device made-disk',
    hasEscaped: saidSo,
    control: 'as root',
  },
  {
    name: 'reads a device that lies in the workspace',
    script: () => 'timeout 1 head -c 4 device | tr "\\0" x | grep -q xxxx && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'as root',
  },
  {
    name: 'reads a disk',
    script: () =>
      'ls /dev/vda /dev/sda /dev/nvme0n1 /dev/dm-0 /dev/loop0 /dev/fuse /dev/kvm /dev/input /dev/dri && echo ESCAPED; ls /dev | grep -qE "^(vd|sd|nvme|dm-|loop|fuse|kvm|input|dri|mem|port)" && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'not on every machine',
  },
  {
    name: 'changes a workspace it may only read',
    script: () =>
      'echo x > own.txt; rm -f own.txt; mv own.txt other; chmod 777 own.txt; touch new; ln -s x new; mkdir new; truncate -s 0 own.txt; cat own.txt',
    hasEscaped: ({ workspace }) =>
      !existsSync(join(workspace, 'own.txt')) ||
      readFileSync(join(workspace, 'own.txt'), 'utf8') !== ownText ||
      existsSync(join(workspace, 'new')),
    control: 'would harm the machine',
    mayWrite: false,
  },
  {
    name: 'leaves an image of its memory behind',
    script: () => 'ulimit -c unlimited; bash -c "kill -SEGV \\$\\$"; ls core* && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'not on every machine',
  },
];
