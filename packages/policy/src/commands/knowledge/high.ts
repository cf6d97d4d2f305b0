/** G4: known to be HIGH, and why. What is not known at all is HIGH too. */

const commands: Readonly<Record<string, string>> = {
  ...each(
    'compiles, which can run programs',
    'gcc g++ cc c++ clang clang++ cpp tcc rustc go cargo javac kotlinc scalac swiftc swift dotnet msbuild ghc ocamlc nasm as ld cmake make gmake bmake ninja meson bazel gradle gradlew mvn mvnw ant sbt rake just task',
  ),
  ...each(
    'packs or unpacks archives, which can write anywhere',
    'tar gtar bsdtar zip unzip gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd 7z 7za 7zr rar unrar cpio ar pax lz4 compress uncompress zipinfo funzip unar',
  ),
  ...each(
    'talks to the network',
    'curl wget aria2c http https httpie nc ncat netcat socat telnet ftp sftp scp rsync ping ping6 traceroute dig nslookup host whois nmap lynx w3m links aws gcloud az gh glab heroku vercel netlify flyctl terraform tofu ansible ansible-playbook helm rclone',
  ),
  ...each('removes files', 'rm rmdir unlink shred srm trash trash-put truncate'),
  ...each('changes rights, owners or links', 'chmod chown chgrp chattr setfacl ln install mknod mkfifo'),
  ...each(
    'stops or watches other programs',
    'kill killall pkill xkill lsof ps top htop fuser systemctl service launchctl journalctl at batch crontab',
  ),
  ...each('searches all names on the machine', 'locate mlocate plocate mdfind'),
  ...each('installs packages', 'pip pip3 gem cpan composer go-install luarocks opam easy_install'),
};

export function whyHigh(name: string): string | null {
  return Object.hasOwn(commands, name) ? commands[name]! : null;
}

const networked = new Set(
  'curl wget aria2c http https httpie nc ncat netcat socat telnet ftp sftp scp rsync ping ping6 traceroute dig nslookup host whois nmap lynx w3m links aws gcloud az gh glab pip pip3 gem cargo go docker ssh'.split(
    ' ',
  ),
);

export function usesNetwork(name: string): boolean {
  return networked.has(name);
}

const removing = new Set('rm rmdir unlink shred srm trash trash-put'.split(' '));

export function removes(name: string): boolean {
  return removing.has(name);
}

/** Compilers read their headers and libraries from the system. */
const compilers = new Set(
  'gcc g++ cc c++ clang clang++ cpp rustc go cargo javac cmake make gmake ninja ld as'.split(' '),
);

export function readsSystemFolders(name: string): boolean {
  return compilers.has(name);
}

function each(why: string, list: string): Record<string, string> {
  return Object.fromEntries(list.split(' ').map((name) => [name, why]));
}
