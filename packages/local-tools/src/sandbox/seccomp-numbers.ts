/** The numbers of calls to the kernel on one kind of processor. */
export type CallNumbers = {
  /** How the kernel names the processor in what it shows of a call. */
  readonly audit: number;
  /** From here on there is a second number for every call; null where there is none. */
  readonly secondSet: number | null;
  readonly socket: number;
  readonly refused: Readonly<Record<string, number>>;
  /** Calls that set the mode of a file, and which of their arguments it is. */
  readonly takesMode: Readonly<Record<string, Place>>;
  /** Calls that may create a file, and which of their arguments says so. The mode is the next one. */
  readonly mayCreate: Readonly<Record<string, Place>>;
};

type Place = readonly [number: number, argument: number];

/** Those with the same number everywhere. `openat2` hides its mode behind a pointer; programs do without it. */
const refusedEverywhere = {
  ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 },
  ...{ open_tree: 428, move_mount: 429, fsopen: 430, fsconfig: 431, fsmount: 432, fspick: 433 },
  ...{ openat2: 437, mount_setattr: 442, memfd_secret: 447 },
};
const fchmodat2 = 452;

export const processors: Readonly<Record<string, CallNumbers>> = {
  x64: {
    audit: 0xc000003e,
    secondSet: 0x40000000,
    socket: 41,
    refused: {
      ...refusedEverywhere,
      ...{ add_key: 248, request_key: 249, keyctl: 250, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
      ...{ init_module: 175, finit_module: 313, delete_module: 176, kexec_load: 246, kexec_file_load: 320 },
      ...{ mount: 165, umount2: 166, pivot_root: 155, open_by_handle_at: 304, setns: 308, memfd_create: 319 },
      ...{ swapon: 167, swapoff: 168, reboot: 169, acct: 163, quotactl: 179, syslog: 103, vhangup: 153 },
    },
    takesMode: {
      ...{ chmod: [90, 1], fchmod: [91, 1], fchmodat: [268, 2], fchmodat2: [fchmodat2, 2], creat: [85, 1] },
      ...{ mknod: [133, 1], mknodat: [259, 2], mkdir: [83, 1], mkdirat: [258, 2] },
    },
    mayCreate: { open: [2, 1], openat: [257, 2] },
  },
  arm64: {
    audit: 0xc00000b7,
    secondSet: null,
    socket: 198,
    refused: {
      ...refusedEverywhere,
      ...{ add_key: 217, request_key: 218, keyctl: 219, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
      ...{ init_module: 105, finit_module: 273, delete_module: 106, kexec_load: 104, kexec_file_load: 294 },
      ...{ mount: 40, umount2: 39, pivot_root: 41, open_by_handle_at: 265, setns: 268, memfd_create: 279 },
      ...{ swapon: 224, swapoff: 225, reboot: 142, acct: 89, quotactl: 60, syslog: 116, vhangup: 58 },
    },
    takesMode: {
      ...{ fchmod: [52, 1], fchmodat: [53, 2], fchmodat2: [fchmodat2, 2], mknodat: [33, 2], mkdirat: [34, 2] },
    },
    mayCreate: { openat: [56, 2] },
  },
};
