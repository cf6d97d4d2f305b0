/**
 * What a command tries in the sandbox that is being proved. It prints a name and what came of it, a line each, and
 * needs nothing but bash: what is missing in a sandbox must not look like what is kept.
 * Words: TCP port, UDP port, file outside, file of the home, folder outside, root, process outside, variable.
 */
export const probeScript = `
tcp=$1 udp=$2 outside=$3 secret=$4 folder=$5 root=$6 pid=$7 variable=$8
say() { printf '%s\\t%s\\n' "$1" "$2"; }
field() { while IFS=$':\\t ' read -r name value; do [ "$name" = "$1" ] && echo "$value"; done < /proc/self/status; }
say began yes
if (exec 9<>"/dev/tcp/127.0.0.1/$tcp"); then say tcp reached; else say tcp refused; fi
if (exec 9<>"/dev/tcp/::1/$tcp"); then say tcp6 reached; else say tcp6 refused; fi
(printf canary > "/dev/udp/127.0.0.1/$udp"); say udp tried
servers=none; while read -r word _; do [ "$word" = nameserver ] && servers=named; done < /etc/resolv.conf; say servers "$servers"
if command -v getent > /dev/null; then
  if timeout 1 getent ahostsv4 example.com > /dev/null; then say dns resolved; else say dns refused; fi
else say dns refused; fi
if : > "$folder/written"; then say outside written; else say outside refused; fi
if read -r line < "$outside"; then say reading "read"; else say reading refused; fi
if read -r line < "$secret"; then say home "read"; else say home refused; fi
if : > "$root/written"; then say root written; else say root refused; fi
say privileges "$(field NoNewPrivs)"
say capabilities "$(field CapEff)$(field CapPrm)$(field CapBnd)$(field CapAmb)"
count=0; for entry in /proc/[0-9]*; do count=$((count + 1)); done; say processes "$count"
kill -URG "$pid"; say signals tried
if [ -n "\${!variable+set}" ]; then say environment seen; else say environment clean; fi
say namespaces "$(for kind in user mnt pid net ipc uts; do readlink "/proc/self/ns/$kind"; done | tr '\\n' ' ')"
if command -v unshare > /dev/null && unshare -U true; then say nesting made; else say nesting refused; fi
if [ -w /proc/sys/kernel/core_pattern ] || [ -w /proc/sys/vm/swappiness ]; then say settings writable; else say settings refused; fi
say filter "$(field Seccomp)"
say ended yes
`;
