import { limits, type PostMessageRequest, type RunControlRequest } from '@countersign/contract';
import { command, type OptionDeclaration } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { countOption } from '../count-option.ts';
import { findSessionId } from '../find-session.ts';
import { readAll } from '../read-given.ts';
import { printable } from '../render/printable.ts';
import { runTask } from '../run/run-task.ts';
import { UsageError } from '../usage-error.ts';

type Options = {
  session?: string;
  model?: string;
  machine?: string;
  title?: string;
  maxTurns?: string;
  maxMinutes?: string;
  maxTokens?: string;
  wait: boolean;
  input: boolean;
  stopOnInterrupt?: boolean;
};

const options: readonly OptionDeclaration[] = [
  { flags: '--session <id>', description: 'go on in this session, with what was said in it' },
  { flags: '--model <name>', description: 'one of `countersign models`' },
  { flags: '--machine <name>', description: 'machine whose runners run its tools, of a new session' },
  { flags: '--title <text>', description: 'of a new session' },
  { flags: '--max-turns <count>', description: 'steps of the model, at most' },
  { flags: '--max-minutes <count>', description: 'of work, at most; waiting for people does not count' },
  { flags: '--max-tokens <count>', description: 'in and out, at most' },
  { flags: '--no-wait', description: 'only give the task' },
  { flags: '--no-input', description: 'never ask; requests are decided elsewhere' },
  { flags: '--stop-on-interrupt', description: 'Ctrl+C ends the run too' },
];

export const run = command<Options>({
  summary: 'Give the agent a task and watch it work',
  details:
    'Shows tool calls as they happen and, in a terminal, asks for decisions; nothing is ever approved by itself. The answer goes to\nstdout, everything else to stderr. With --json: one line for each message of the stream, then one with the run. Ctrl+C leaves the\nrun to itself, or ends it, as you say. Ends with 0 where the run completed, 6 where it failed, 7 where a limit ended it, 8 where\nsomebody did, 130 where you left before.',
  arguments: [['<task...>', 'what is to be done; - reads it from stdin']],
  options,
  examples: [
    ['run "What does this project do?"', 'and see what it looks at'],
    ['run --session 019a3c5e-7d "And now the tests"', 'go on where it was'],
    ['run --max-turns 10 --json - < task.txt', 'for a script'],
  ],
  async run(context, words, given) {
    const project = await context.projectId();
    const request = await requestOf(context, project, words, given);
    if (given.wait) {
      const taskOptions = { mayAsk: given.input, stopOnInterrupt: given.stopOnInterrupt ?? false };
      return (await runTask(context, project, request, taskOptions)).code;
    }
    const posted = await context.client().chat.postMessage(project, request);
    const { run_id: id, model } = posted.run;
    context.print(
      posted,
      () => `Run ${id} works on it with ${printable(model)}. See it with \`countersign runs show ${id}\`.\n`,
    );
    return undefined;
  },
});

async function requestOf(
  context: CommandContext,
  project: string,
  words: readonly string[],
  { session, model, machine, title, ...given }: Options,
): Promise<PostMessageRequest> {
  const control = controlOf(given);
  const text = (words.length === 1 && words[0] === '-' ? await readAll(context.terminal) : words.join(' ')).trim();
  if (text === '') throw new UsageError('the task is empty: say what is to be done');
  const sessionId = session === undefined ? undefined : await findSessionId(context, project, session);
  return {
    text,
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(model === undefined ? {} : { model }),
    ...(machine === undefined ? {} : { machine }),
    ...(title === undefined ? {} : { title }),
    ...(Object.keys(control).length === 0 ? {} : { control }),
  };
}

function controlOf({ maxTurns, maxMinutes, maxTokens }: Partial<Options>): RunControlRequest {
  const turns = countOption('--max-turns', maxTurns, limits.runTurnsMax);
  const minutes = countOption('--max-minutes', maxMinutes, limits.runSecondsMax / 60);
  const tokens = countOption('--max-tokens', maxTokens, limits.runTokensMax);
  return {
    ...(turns === undefined ? {} : { max_turns: turns }),
    ...(minutes === undefined ? {} : { max_wall_time_seconds: minutes * 60 }),
    ...(tokens === undefined ? {} : { max_tokens: tokens }),
  };
}
