import type { Choice, Prompts } from '../src/prompts.ts';
import { runCli } from '../src/run-cli.ts';
import type { Terminal } from '../src/terminal.ts';

/** The process that a server of this user runs in. */
export const runningPid = 4711;

export const nowMs = Date.parse('2026-11-15T12:00:00.000Z');

export type FakeTerminal = Omit<Terminal, 'write'> & { out: string; err: string; write: Terminal['write'] };

type Given = Partial<Terminal> & { readonly files?: Readonly<Record<string, string>> };

/** A terminal that keeps what is written to it, with files and environment that the test gives. */
export function fakeTerminal({ files = {}, env = {}, ...given }: Given = {}): FakeTerminal {
  const terminal: FakeTerminal = {
    out: '',
    err: '',
    write: (text) => {
      terminal.out += text;
    },
    drained: async () => {},
    stdin: async function* () {},
    warn: (text) => {
      terminal.err += text;
    },
    isInteractive: false,
    hasColor: false,
    showsProgress: false,
    env: { COUNTERSIGN_DATA_DIR: '/data', ...env },
    cwd: '/work',
    homedir: '/home/ada',
    hostname: 'laptop',
    platform: 'linux',
    prompts: noPrompts,
    serverEntry: () => '/nowhere/main.ts',
    ownEntry: () => '/nowhere/cli.ts',
    telegramEntry: () => '/nowhere/telegram.ts',
    screen: () => null,
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error(`ENOENT: no such file ${path}`), { code: 'ENOENT' });
      return text;
    },
    input: async function* () {},
    isRunning: (pid) => pid === runningPid,
    now: () => nowMs,
    wait: async () => {},
    ...given,
  };
  return terminal;
}

/** Runs a command and gives what it printed and how it ended. */
export async function run(line: readonly string[], given: Given = {}) {
  const terminal = fakeTerminal(given);
  const code = await runCli(line, terminal);
  return { code, out: terminal.out, err: terminal.err };
}

const noPrompts: Prompts = {
  choose: () => Promise.reject(new Error('nobody is there to be asked')),
  ask: () => Promise.reject(new Error('nobody is there to be asked')),
  askSecret: () => Promise.reject(new Error('nobody is there to be asked')),
};

/** A person who answers by the labels of the choices; one who says nothing waits until the question is closed. */
export function scriptedPrompts(
  answer: (question: string, choices: readonly Choice<string>[]) => string | undefined,
): Prompts {
  const untilClosed = (signal?: AbortSignal) =>
    new Promise<null>((resolve) => {
      signal?.addEventListener('abort', () => resolve(null));
    });
  return {
    async choose(question, choices, signal) {
      const label = answer(question, choices);
      if (label === undefined) return await untilClosed(signal);
      if (label === 'Ctrl+C') return null;
      const chosen = choices.find((choice) => choice.label === label);
      if (!chosen) throw new Error(`no choice ${label}`);
      return chosen.value;
    },
    async ask(question, signal) {
      return answer(question, []) ?? (await untilClosed(signal));
    },
    askSecret: async (question) => answer(question, []) ?? null,
  };
}
