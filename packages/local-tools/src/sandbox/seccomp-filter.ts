import { ToolFailure } from '../confinement/tool-failure.ts';

/**
 * What the kernel itself refuses to a command, whatever namespaces say: ways of talking that belong to no network of
 * its own (between a virtual machine and its host, radio), keys kept by the kernel, and parts of it that were the way
 * out of other sandboxes. A program for the kernel's packet filter, as bubblewrap takes it.
 */
export function seccompFilter(architecture: string): Uint8Array {
  const numbers = processors[architecture];
  if (numbers === undefined) {
    throw new ToolFailure('validation', `There is no sandbox for the processor ${architecture}. Use x64 or arm64.`);
  }
  const refused = Object.values(numbers.refused);
  const families = allowedFamilies.length;
  const program = [
    load(offsets.architecture),
    jump(jumpIfEqual, numbers.audit, 1, 0),
    answer(errno.EPERM),
    load(offsets.call),
    // On the same processor there is a second set of numbers for every call. Nobody uses it.
    ...(numbers.secondSet === null ? [] : [jump(jumpIfAtLeast, numbers.secondSet, 0, 1), answer(errno.ENOSYS)]),
    ...refused.flatMap((number) => [jump(jumpIfEqual, number, 0, 1), answer(errno.ENOSYS)]),
    jump(jumpIfEqual, numbers.socket, 0, families + 2),
    load(offsets.firstArgument),
    ...allowedFamilies.map((family, index) => jump(jumpIfEqual, family, families - index, 0)),
    answer(errno.EAFNOSUPPORT),
    instruction(returnValue, 0, 0, allow),
  ];
  return Buffer.concat(program);
}

/** Whether the filter can be written for a processor. */
export function hasSeccompFilter(architecture: string): boolean {
  return Object.hasOwn(processors, architecture);
}

/** Sockets of the machine (unix), of the network (IPv4, IPv6), and questions about it (netlink). */
const allowedFamilies = [1, 2, 10, 16];

type Numbers = {
  readonly audit: number;
  readonly secondSet: number | null;
  readonly socket: number;
  readonly refused: Readonly<Record<string, number>>;
};

const processors: Readonly<Record<string, Numbers>> = {
  x64: {
    audit: 0xc000003e,
    secondSet: 0x40000000,
    socket: 41,
    refused: {
      ...{ add_key: 248, request_key: 249, keyctl: 250, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
      ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427, open_by_handle_at: 304 },
      ...{ init_module: 175, finit_module: 313, delete_module: 176, kexec_load: 246, kexec_file_load: 320 },
      ...{
        mount: 165,
        umount2: 166,
        pivot_root: 155,
        open_tree: 428,
        move_mount: 429,
        fsopen: 430,
        mount_setattr: 442,
      },
      ...{ swapon: 167, swapoff: 168, reboot: 169, acct: 163, quotactl: 179, syslog: 103, vhangup: 153 },
      ...{ setns: 308, memfd_create: 319, memfd_secret: 447 },
    },
  },
  arm64: {
    audit: 0xc00000b7,
    secondSet: null,
    socket: 198,
    refused: {
      ...{ add_key: 217, request_key: 218, keyctl: 219, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
      ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427, open_by_handle_at: 265 },
      ...{ init_module: 105, finit_module: 273, delete_module: 106, kexec_load: 104, kexec_file_load: 294 },
      ...{ mount: 40, umount2: 39, pivot_root: 41, open_tree: 428, move_mount: 429, fsopen: 430, mount_setattr: 442 },
      ...{ swapon: 224, swapoff: 225, reboot: 142, acct: 89, quotactl: 60, syslog: 116, vhangup: 58 },
      ...{ setns: 268, memfd_create: 279, memfd_secret: 447 },
    },
  },
};

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
/** Where things stand in what the kernel shows of a call. */
const offsets = { call: 0, architecture: 4, firstArgument: 16 };
/** Instructions and answers as <linux/filter.h> and <linux/seccomp.h> number them. */
const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const returnValue = 0x06;
const allow = 0x7fff0000;
const refuse = 0x00050000;

function load(offset: number): Buffer {
  return instruction(loadWord, 0, 0, offset);
}

/** Skips as many instructions as told, where it is so and where it is not. */
function jump(code: number, value: number, ifSo: number, ifNot: number): Buffer {
  return instruction(code, ifSo, ifNot, value);
}

function answer(error: number): Buffer {
  return instruction(returnValue, 0, 0, refuse | error);
}

function instruction(code: number, ifSo: number, ifNot: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifSo, 2);
  bytes.writeUInt8(ifNot, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
