import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Escape, saidSo, toldSecret } from './escape.ts';

const victimDied: Escape['hasEscaped'] = (stage) => !stage.isVictimAlive();

/** Ways to other processes, to more rights, and to the kernel. */
export const processEscapes: readonly Escape[] = [
  {
    name: 'reads the disk through other processes',
    script: ({ outside, victim }) =>
      `cat /proc/1/root${outside}/secret.txt /proc/${victim.pid}/root${outside}/secret.txt`,
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'reads the disk through its own root and folders above',
    script: ({ outside }) =>
      `cat /proc/self/root/../../..${outside}/secret.txt; cd /proc/self/cwd/..; cat outside/secret.txt`,
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'reads the environment of the runner',
    script: () => `tr '\\0' '\\n' < /proc/${process.pid}/environ; env; cat /proc/[0-9]*/environ`,
    hasEscaped: toldSecret,
    control: 'succeeds',
  },
  {
    name: 'reads what the runner has open',
    script: () => `ls -l /proc/${process.pid}/fd && echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'has something open that it was not given',
    script: () => 'for n in $(ls /proc/self/fd); do [ "$n" -gt 3 ] && echo ESCAPED $n; done; ls -l /proc/self/fd',
    hasEscaped: saidSo,
    control: 'not on every machine',
  },
  {
    name: 'sees processes of the machine',
    script: ({ victim }) =>
      `grep -l 1000 /proc/${victim.pid}/cmdline && echo ESCAPED; ps -e | grep -q vitest && echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'kills another process',
    script: ({ victim }) => `kill -KILL ${victim.pid}`,
    hasEscaped: victimDied,
    control: 'would harm the machine',
  },
  {
    name: 'kills everything it can',
    script: () => 'kill -KILL -1',
    hasEscaped: victimDied,
    control: 'would harm the machine',
  },
  {
    name: 'kills the runner and its helper',
    script: () => `kill -KILL ${process.pid} ${process.ppid}; for p in $(seq 1 64); do kill -KILL $p; done`,
    hasEscaped: victimDied,
    control: 'would harm the machine',
  },
  {
    name: 'attaches to another process',
    script: ({ victim }) => `timeout 1 strace -qq -p ${victim.pid} -o /dev/null; [ $? = 124 ] && echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'as root',
    needs: ['strace'],
  },
  {
    name: 'changes the limits of another process',
    script: ({ victim }) => `prlimit --pid ${victim.pid} --core && echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'succeeds',
    needs: ['prlimit'],
  },
  {
    name: 'reads memory of another process',
    script: ({ victim }) => `head -n 1 /proc/${victim.pid}/maps && echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'types into the terminal of the runner',
    script: () =>
      `perl -e 'open(my $t, "+<", "/dev/tty") or exit; ioctl($t, 0x5412, my $c = "x") and print "ESCAPED\\n"'; [ -t 0 ] && echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'not on every machine',
    needs: ['perl'],
  },
  {
    name: 'becomes root by su',
    script: () => 'su root -c true && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'as root',
  },
  {
    name: 'runs a program of the workspace as its owner',
    script: () =>
      './owner-bash -p -c "[ \\$EUID != \\$UID ] && echo ESCAPED"; [ "$(stat -c %u owner-bash)" = 0 ] && [ $EUID = 0 ] && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'as root',
  },
  {
    name: 'marks a file to run as its owner',
    script: () =>
      'cp /bin/true marked; chmod 4755 marked; chmod u+s marked; [ -u marked ] && echo ESCAPED; rm -f marked',
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'has rights of root',
    script: () => 'grep -qE "Cap(Eff|Prm|Bnd|Amb):.*[1-9a-f]" /proc/self/status && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'succeeds',
  },
  {
    name: 'may gain rights later',
    script: () => 'grep -q "NoNewPrivs:.*0" /proc/self/status && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'not on every machine',
  },
  ...(
    [
      '--user',
      '--mount',
      '--net',
      '--pid --fork',
      '--uts',
      '--ipc',
      '--cgroup',
      '--user --map-root-user --mount',
    ] as const
  ).map(
    (flags): Escape => ({
      name: `makes namespaces: unshare ${flags}`,
      script: () => `unshare ${flags} true && echo ESCAPED`,
      hasEscaped: saidSo,
      control: 'as root',
      needs: ['unshare'],
    }),
  ),
  {
    name: 'makes a sandbox inside the sandbox',
    script: () => 'bwrap --ro-bind / / --unshare-user true && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'succeeds',
    needs: ['bwrap'],
  },
  {
    name: 'enters all namespaces of the first process',
    script: () => 'nsenter --target 1 --all true && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'not on every machine',
    needs: ['nsenter'],
  },
  {
    name: 'changes its root',
    script: () => 'chroot / true && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'as root',
    needs: ['chroot'],
  },
  {
    name: 'writes settings of the kernel',
    script: () =>
      'cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness && echo ESCAPED; (echo x > /proc/sys/kernel/core_pattern) && echo ESCAPED',
    hasEscaped: (stage, attempted) =>
      saidSo(stage, attempted) || readFileSync('/proc/sys/kernel/core_pattern', 'utf8') === 'x\n',
    control: 'would harm the machine',
  },
  {
    name: 'asks the kernel for what an administrator may',
    script: () =>
      '(echo h > /proc/sysrq-trigger) && echo ESCAPED; (echo 1 > /sys/kernel/mm/ksm/run) && echo ESCAPED; ls /sys/kernel && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'reads memory and messages of the kernel',
    script: () =>
      'for f in /proc/kcore /dev/core /dev/mem /dev/kmsg /proc/kmsg; do timeout 1 head -c 1 $f | grep -q . && echo ESCAPED $f; done; dmesg && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'not on every machine',
  },
  {
    name: 'reads the keys of the kernel',
    script: () =>
      `perl -e 'syscall(250, 0, -3, 1) >= 0 and print "ESCAPED\\n"; syscall(248, my $t = "user", my $n = "x", my $v = "y", 1, -3) >= 0 and print "ESCAPED\\n"'`,
    hasEscaped: saidSo,
    control: 'not on every machine',
    needs: ['perl'],
  },
  {
    name: 'opens a file by its number instead of its name',
    script: () =>
      `perl -e '$h = pack("II", 8, 1) . "\\0" x 8; syscall(304, -100, $h, 0) >= 0 || $! == 116 || $! == 9 and print "ESCAPED\\n"'`,
    hasEscaped: saidSo,
    control: 'not on every machine',
    needs: ['perl'],
  },
  {
    name: 'loads a program or a module into the kernel',
    script: () =>
      `modprobe dummy && echo ESCAPED; perl -e '$a = "\\0" x 128; syscall(321, 0, $a, 128) >= 0 and print "ESCAPED\\n"; syscall(323, 0) >= 0 and print "ESCAPED\\n"'`,
    hasEscaped: saidSo,
    control: 'would harm the machine',
    needs: ['perl'],
  },
  {
    name: 'sets the clock',
    script: () => 'date -s "@$(date +%s)" && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'sets the name of the machine',
    script: () => 'hostname pwned && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'learns the name of the machine',
    script: () => `[ "$(uname -n)" = '${hostname()}' ] && echo ESCAPED`,
    hasEscaped: saidSo,
    control: 'succeeds',
  },
];
