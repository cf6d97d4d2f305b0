import { limits } from '../limits.ts';
import type { CommandSpec, FlagSpec, GivenFlag, ValueKind } from './command-spec.ts';

type Operand = { readonly text: string; readonly kind: ValueKind };

/** Arguments as the command itself would take them apart. */
export type ArgumentsRead = {
  readonly flags: readonly GivenFlag[];
  readonly operands: readonly Operand[];
  /** Flags that nothing is known of, and values that are missing. */
  readonly unknown: readonly string[];
  /** Where the operands began to be the arguments of a sub-command or of another program. */
  readonly rest: readonly string[];
};

/**
 * Reads arguments the way GNU programs do: flags anywhere before `--`, short ones in clusters, values glued on or
 * following. Abbreviated long flags count as unknown: what they stand for depends on the version of the program.
 */
export function readArguments(spec: CommandSpec, args: readonly string[]): ArgumentsRead {
  const flags: GivenFlag[] = [];
  const unknown: string[] = [];
  const texts: string[] = [];
  let rest: readonly string[] = [];
  let index = 0;
  const next = (): string | null => (index < args.length ? args[index++]! : null);
  const takeValue = (name: string, flag: FlagSpec, glued: string | null): void => {
    if (flag.value === null) {
      if (glued !== null) unknown.push(`${name}=…`);
      else flags.push({ name, spec: flag, value: null });
      return;
    }
    const value = glued ?? (flag.isOptional ? null : next());
    if (value === null && !flag.isOptional) unknown.push(`${name} (its value is missing)`);
    // What is no number was meant as something else, or the flag takes no value where the command is another one.
    else if (value !== null && flag.value === 'number' && !isNumber(value)) unknown.push(`${name} ${value}`);
    else flags.push({ name, spec: flag, value });
  };
  while (index < args.length) {
    const arg = args[index++]!;
    if (arg === '--') {
      if (spec.subcommands || spec.stopsAtOperand) rest = args.slice(index);
      else texts.push(...args.slice(index));
      break;
    }
    if (arg === '-' || !arg.startsWith('-')) {
      if (spec.subcommands || spec.stopsAtOperand) {
        rest = args.slice(index - 1);
        break;
      }
      texts.push(arg);
    } else if (spec.flags.has(arg)) {
      takeValue(arg, spec.flags.get(arg)!, null);
    } else if (arg.startsWith('--') || isSingleDashLong(spec, arg)) {
      const equals = arg.indexOf('=');
      const name = equals < 0 ? arg : arg.slice(0, equals);
      const flag = spec.flags.get(name);
      if (flag && equals >= 0) takeValue(name, flag, arg.slice(equals + 1));
      else unknown.push(name);
    } else if (spec.hasNumberFlag && /^-\d+$/.test(arg)) {
      flags.push({ name: '-NUMBER', spec: { value: null, isOptional: false, level: 'LOW' }, value: arg.slice(1) });
    } else {
      readCluster(spec, arg, takeValue, unknown);
    }
  }
  return { flags, unknown, rest, operands: kindsOf(spec, spec.stopsAtOperand ? rest : texts, flags) };
}

function readCluster(
  spec: CommandSpec,
  arg: string,
  takeValue: (name: string, flag: FlagSpec, glued: string | null) => void,
  unknown: string[],
): void {
  for (let at = 1; at < arg.length; at += 1) {
    const name = `-${arg[at]}`;
    const flag = spec.flags.get(name);
    if (!flag || at > limits.clusterLengthMax) {
      unknown.push(name === arg ? name : `${name} in ${arg}`);
      return;
    }
    const isLast = at + 1 === arg.length;
    if (flag.value !== null && !isLast && !spec.gluesValues) {
      unknown.push(`${name} in ${arg}`);
      return;
    }
    if (flag.value !== null) {
      takeValue(name, flag, isLast ? null : arg.slice(at + 1));
      return;
    }
    takeValue(name, flag, null);
  }
}

function isNumber(value: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?[A-Za-z]{0,3}|Infinity)$/.test(value);
}

/** `-name=value` of programs whose long flags have one dash. */
function isSingleDashLong(spec: CommandSpec, arg: string): boolean {
  const equals = arg.indexOf('=');
  return equals > 2 && spec.flags.has(arg.slice(0, equals));
}

function kindsOf(spec: CommandSpec, texts: readonly string[], flags: readonly GivenFlag[]): Operand[] {
  const skipsFirst = flags.some((flag) => spec.firstOperandBy.has(flag.name));
  const kinds = skipsFirst ? spec.operands.slice(1) : spec.operands;
  const isWriting = flags.some((flag) => spec.writesBy.has(flag.name));
  return texts.map((text, index) => {
    const isLast = spec.lastOperand !== null && index > 0 && index === texts.length - 1;
    const kind = isLast ? spec.lastOperand! : (kinds[Math.min(index, kinds.length - 1)] ?? 'code');
    return { text, kind: kind === 'read' && isWriting ? 'write' : kind };
  });
}
