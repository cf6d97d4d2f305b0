/** G4: refused whatever anyone approves. */

const names: Readonly<Record<string, string>> = {
  ...each(
    'gives rights that the agent must not have',
    'sudo su doas pkexec runuser sudoedit visudo gosu su-exec setpriv newgrp sg machinectl run0',
  ),
  ...each(
    'overwrites raw data',
    'dd mkswap fdisk sfdisk cfdisk gdisk parted wipefs blkdiscard hdparm badblocks mke2fs mkdosfs mkntfs newfs diskpart diskutil cryptsetup lvremove vgremove pvremove zpool',
  ),
  ...each(
    'installs or removes programs of the system',
    'apt apt-get aptitude dpkg apt-key add-apt-repository yum dnf rpm zypper pacman yay apk snap flatpak brew emerge nix-env pkgin xbps-install choco winget scoop softwareupdate',
  ),
  ...each('makes keys', 'ssh-keygen openssl ssh-add certtool keytool certbot'),
  ...each('stops or restarts the machine', 'shutdown reboot halt poweroff init telinit kexec'),
  ...each(
    'changes accounts',
    'passwd chpasswd useradd usermod userdel adduser deluser groupadd groupmod groupdel vipw chage chsh chfn dscl',
  ),
  ...each(
    'changes the kernel or its limits',
    'insmod rmmod modprobe sysctl mount umount swapon swapoff losetup pivot_root chroot nsenter setcap',
  ),
  ...each('changes the firewall', 'iptables ip6tables nft ufw firewall-cmd pfctl'),
};

/** Why a program is denied by its name alone; null where it is not. */
export function whyDeniedByName(name: string): string | null {
  if (Object.hasOwn(names, name)) return `${name} ${names[name]}`;
  return /^mkfs(?:\..*)?$/.test(name) ? `${name} overwrites raw data` : null;
}

/** Recursive and forced, in any spelling, clustered or abbreviated; what follows `--` are files. */
export function isForcedRecursiveRemoval(name: string, args: readonly string[]): boolean {
  if (name !== 'rm') return false;
  const end = args.indexOf('--');
  let isRecursive = false;
  let isForced = false;
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    if (/^--r/i.test(arg)) isRecursive ||= '--recursive'.startsWith(arg.toLowerCase());
    else if (/^--f/i.test(arg)) isForced ||= '--force'.startsWith(arg.toLowerCase());
    else if (/^-[^-]/.test(arg)) {
      isRecursive ||= /r/i.test(arg);
      isForced ||= /f/i.test(arg);
    }
  }
  return isRecursive && isForced;
}

function each(why: string, list: string): Record<string, string> {
  return Object.fromEntries(list.split(' ').map((name) => [name, why]));
}

export const forcedRemoval =
  'Removing folders by force is never done. Remove files one by one, or ask a person to do it.';
