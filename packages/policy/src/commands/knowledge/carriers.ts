/** Programs that run what they are given. They are never unwrapped to make a call milder, only to find what is denied inside. */

/** The rest of their arguments, from some point on, is a command. */
export const wrappers: ReadonlySet<string> = new Set(
  `env nice nohup timeout time setsid stdbuf ionice taskset chrt xargs parallel watch flock script unbuffer strace ltrace gdb valgrind perf
   entr caffeinate exec command builtin coproc busybox toybox unshare bwrap firejail systemd-run proot fakeroot fakechroot dbus-run-session
   xvfb-run rlwrap faketime cpulimit prlimit numactl chpst softlimit setuidgid softlimit envdir dotenv direnv doppler op aws-vault
   catchsegv trickle torsocks proxychains proxychains4 npx pnpx bunx uvx pipx tsx ts-node nodemon pm2 concurrently cross-env env-cmd hyperfine
   docker podman nerdctl kubectl oc lxc ssh mosh rsh expect sshpass uv poetry pipenv conda mamba rye hatch bundle rbenv pyenv nvm asdf mise
   make-wrapper ld.so ld-linux-x86-64.so.2`.split(/\s+/),
);

/** `-c` is a script of theirs. */
export const shells: ReadonlySet<string> = new Set(
  'sh bash dash ash zsh ksh mksh rbash yash posh fish csh tcsh'.split(' '),
);

/** Evaluate code in an argument or in a file. */
export const interpreters: ReadonlySet<string> = new Set(
  'node nodejs python pypy perl ruby php lua luajit tclsh wish osascript pwsh powershell cmd awk gawk mawk nawk deno bun tsx ts-node groovy scala kotlin jshell java irb ghci erl elixir iex julia r rscript octave guile racket sbcl clisp emacs vim vi ex nvim ed sqlite3 psql mysql gdb'.split(
    ' ',
  ),
);

/** Programs that start others in a file system of their own. */
export const containers: ReadonlySet<string> = new Set('docker podman nerdctl'.split(' '));

/** They run a command only where they are told to; their other arguments are names of packages, images and pods. */
export const launchers: ReadonlySet<string> = new Set(
  'docker podman nerdctl kubectl oc lxc uv poetry pipenv conda mamba rye hatch bundle rbenv pyenv nvm asdf mise'.split(
    ' ',
  ),
);
export const launches: ReadonlySet<string> = new Set('run exec x shell tool debug'.split(' '));

/** `host:path` is a place on another machine. */
export const copiers: ReadonlySet<string> = new Set('scp rsync sftp'.split(' '));
