import { type Escape, saidSo, wasHeard } from './escape.ts';

const perlSocket = (family: number, type: number) =>
  `perl -e 'use Socket; socket(my $s, ${family}, ${type}, 0) or exit 1; print "ESCAPED\\n"'`;
const perlUnix = (path: string) =>
  `perl -e 'use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, pack("S a*", AF_UNIX, "${path}")) or die "$!"; sleep 0'`;

/** Ways of talking to anybody. */
export const networkEscapes: readonly Escape[] = [
  {
    name: 'connects by the shell to a listener of this machine',
    script: ({ tcpPort }) => `exec 9<>/dev/tcp/127.0.0.1/${tcpPort}`,
    hasEscaped: wasHeard,
    control: 'succeeds',
  },
  {
    name: 'connects by the shell over IPv6',
    script: ({ tcpPort }) => `exec 9<>/dev/tcp/::1/${tcpPort}`,
    hasEscaped: wasHeard,
    control: 'succeeds',
  },
  {
    name: 'sends a packet by the shell',
    script: ({ udpPort }) => `echo out > /dev/udp/127.0.0.1/${udpPort}`,
    hasEscaped: wasHeard,
    control: 'succeeds',
  },
  {
    name: 'connects to the address of this machine in its network',
    script: ({ tcpPort, ownAddress }) => `exec 9<>/dev/tcp/${ownAddress ?? '127.0.0.1'}/${tcpPort}`,
    hasEscaped: wasHeard,
    control: 'succeeds',
  },
  {
    name: 'asks with curl',
    script: ({ tcpPort }) => `curl -s --max-time 2 http://127.0.0.1:${tcpPort}/`,
    hasEscaped: wasHeard,
    control: 'succeeds',
    needs: ['curl'],
  },
  {
    name: 'connects with Node',
    script: ({ tcpPort }) => `node -e 'require("net").connect(${tcpPort}, "127.0.0.1").on("error", () => {})'`,
    hasEscaped: wasHeard,
    control: 'succeeds',
    needs: ['node'],
  },
  {
    name: 'connects with Python',
    script: ({ tcpPort }) =>
      `/usr/bin/python3 -c 'import socket; socket.create_connection(("127.0.0.1", ${tcpPort}), 2)'`,
    hasEscaped: wasHeard,
    control: 'succeeds',
    needs: ['/usr/bin/python3'],
  },
  {
    name: 'looks up a name at a server of its choice',
    script: ({ udpPort }) =>
      `node -e 'const r = new (require("dns").Resolver)({ timeout: 300, tries: 1 }); r.setServers(["127.0.0.1:${udpPort}"]); r.resolve4("secret.example.com", () => {})'`,
    hasEscaped: wasHeard,
    control: 'succeeds',
    needs: ['node'],
  },
  {
    name: 'looks up a name as every program does',
    script: () => 'timeout 2 getent ahosts example.com && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'not on every machine',
  },
  ...[0, 1, 2].map(
    (index): Escape => ({
      name: `connects to a socket in ${['a folder outside', '/tmp', '/run'][index]}`,
      script: ({ socketPaths }) => perlUnix(socketPaths[index] ?? socketPaths[0]!),
      hasEscaped: wasHeard,
      control: 'succeeds',
      needs: ['perl'],
    }),
  ),
  {
    name: 'connects to a socket without a file',
    script: ({ abstractSocket }) => perlUnix(`\\0${abstractSocket}`),
    hasEscaped: wasHeard,
    control: 'succeeds',
    needs: ['perl'],
  },
  {
    name: 'opens a socket for raw packets',
    script: () => perlSocket(17, 3),
    hasEscaped: saidSo,
    control: 'as root',
    needs: ['perl'],
  },
  {
    name: 'opens a raw socket for pings',
    script: () => `perl -e 'use Socket; socket(my $s, 2, 3, 1) or exit 1; print "ESCAPED\\n"'`,
    hasEscaped: saidSo,
    control: 'as root',
    needs: ['perl'],
  },
  {
    name: 'opens a socket from a virtual machine to its host',
    script: () => perlSocket(40, 1),
    hasEscaped: saidSo,
    control: 'not on every machine',
    needs: ['perl'],
  },
  {
    name: 'opens a socket of Bluetooth or of the kernel’s ciphers',
    script: () => `${perlSocket(31, 3)}; ${perlSocket(38, 5)}`,
    hasEscaped: saidSo,
    control: 'not on every machine',
    needs: ['perl'],
  },
  {
    name: 'asks the kernel for a ring that makes calls unseen',
    script: () => `perl -e '$p = "\\0" x 120; syscall(425, 1, $p) >= 0 and print "ESCAPED\\n"'`,
    hasEscaped: saidSo,
    control: 'not on every machine',
    needs: ['perl'],
  },
  {
    name: 'makes a network device',
    script: () => 'ip link add countersign0 type dummy && echo ESCAPED',
    hasEscaped: saidSo,
    control: 'would harm the machine',
  },
  {
    name: 'enters the network of another process',
    script: ({ victim }) => `for p in 1 ${victim.pid}; do nsenter --target $p --net true && echo ESCAPED; done`,
    hasEscaped: saidSo,
    control: 'as root',
  },
  {
    name: 'finds the sockets of D-Bus and Docker',
    script: () =>
      'for s in /run/dbus/system_bus_socket /var/run/docker.sock /run/docker.sock /run/user /run/systemd/private /tmp/.X11-unix; do [ -e $s ] && echo ESCAPED $s; done',
    hasEscaped: saidSo,
    control: 'not on every machine',
  },
];
