import { ToolFailure } from '../confinement/tool-failure.ts';
import { type CallNumbers, processors } from './seccomp-numbers.ts';

/**
 * What the kernel itself refuses to a command, whatever namespaces say. A program for the kernel's packet filter, as
 * bubblewrap takes it. It refuses ways of talking that belong to no network of its own (between a virtual machine and
 * its host, radio), keys kept by the kernel, memory nobody counts, parts of the kernel that were the way out of other
 * sandboxes, and files in a root that would later run with the rights of their owner.
 */
export function seccompFilter(architecture: string): Uint8Array {
  const numbers = processors[architecture];
  if (numbers === undefined) {
    throw new ToolFailure('validation', `There is no sandbox for the processor ${architecture}. Use x64 or arm64.`);
  }
  return Buffer.concat([
    load(offsets.architecture),
    jump(jumpIfEqual, numbers.audit, 1, 0),
    answer(errno.EPERM),
    load(offsets.call),
    // On the same processor there is a second set of numbers for every call. Nobody uses it.
    ...(numbers.secondSet === null ? [] : [jump(jumpIfAtLeast, numbers.secondSet, 0, 1), answer(errno.ENOSYS)]),
    ...Object.values(numbers.refused).flatMap((number) => onCall(number, [answer(errno.ENOSYS)])),
    ...onCall(numbers.socket, ofKnownFamily()),
    ...ownersRights(numbers),
    answerYes(),
  ]);
}

/** Whether the filter can be written for a processor. */
export function hasSeccompFilter(architecture: string): boolean {
  return Object.hasOwn(processors, architecture);
}

/** Sockets of the machine (unix), of the network (IPv4, IPv6), and questions about it (netlink). */
const allowedFamilies = [1, 2, 10, 16];

function ofKnownFamily(): Buffer[] {
  const last = allowedFamilies.length;
  return [
    load(argument(0)),
    ...allowedFamilies.map((family, index) => jump(jumpIfEqual, family, last - index, 0)),
    answer(errno.EAFNOSUPPORT),
    answerYes(),
  ];
}

/** Set-user-id and set-group-id. */
const ownersRightsBits = 0o6000;
/** Flags of `open` with which a mode is given: to create a file, with or without a name. */
const creatingFlags = 0o100 | 0o20000000;

/** A file that a command marks to run with its owner's rights would do so for everybody on this machine. */
function ownersRights(numbers: CallNumbers): Buffer[] {
  const refusal = [jump(jumpIfAnyBit, ownersRightsBits, 0, 1), answer(errno.EPERM), answerYes()];
  return [
    ...Object.values(numbers.takesMode).flatMap(([number, index]) =>
      onCall(number, [load(argument(index)), ...refusal]),
    ),
    ...Object.values(numbers.mayCreate).flatMap(([number, index]) =>
      onCall(number, [
        load(argument(index)),
        jump(jumpIfAnyBit, creatingFlags, 1, 0),
        answerYes(),
        load(argument(index + 1)),
        ...refusal,
      ]),
    ),
  ];
}

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
/** Where things stand in what the kernel shows of a call. */
const offsets = { call: 0, architecture: 4, arguments: 16 };
/** Instructions and answers as <linux/filter.h> and <linux/seccomp.h> number them. */
const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnyBit = 0x45;
const returnValue = 0x06;
const allow = 0x7fff0000;
const refuse = 0x00050000;

/** What is answered to one call. The block has to answer; other calls go past it. */
function onCall(number: number, block: readonly Buffer[]): Buffer[] {
  return [jump(jumpIfEqual, number, 0, block.length), ...block];
}

/** The lower half of an argument: families, modes and flags have no more. */
function argument(index: number): number {
  return offsets.arguments + 8 * index;
}

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

function answerYes(): Buffer {
  return instruction(returnValue, 0, 0, allow);
}

function instruction(code: number, ifSo: number, ifNot: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifSo, 2);
  bytes.writeUInt8(ifNot, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
