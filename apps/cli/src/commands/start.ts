import { environmentOfFlags, type SettingKey, settingKeys, settings } from '@countersign/config';
import { command } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { openBrowser } from '../open-browser.ts';
import { jsonText } from '../render/json-text.ts';
import { renderReadyScreen } from '../render/ready-screen.ts';
import { type LocalRunner, startLocalRunner } from '../runner/local-runner.ts';
import { StartError } from '../start-error.ts';
import type { RunnerLine } from '../supervise-runner.ts';
import { type Ready, superviseServer } from '../supervise-server.ts';

/** Settings of commands, or flags that every command has. */
const otherKeys: ReadonlySet<SettingKey> = new Set<SettingKey>(['server', 'project', 'token', 'data_dir']);

export const start = command<{ open: boolean; runner: boolean; allowUnsandboxed?: boolean }>({
  summary: 'Start the server, and a runner for the current folder',
  details:
    'Also what `countersign` alone does. Each flag has a variable (--port: COUNTERSIGN_PORT) and a key in the\nconfiguration file (port). In a terminal, only warnings of the log are shown unless --log-level says otherwise.',
  options: [
    ...settingKeys
      .filter((key) => !otherKeys.has(key) && settings[key].flag !== null)
      .map((key) => ({ flags: `${settings[key].flag} <value>`, description: describe(key) })),
    { flags: '--no-open', description: 'do not open the page in a browser' },
    { flags: '--no-runner', description: 'the server alone; start runners with `countersign runner`' },
    { flags: '--allow-unsandboxed', description: 'the runner runs commands also where no sandbox holds' },
  ],
  examples: [
    ['start', 'on http://127.0.0.1:7717, with data in your home'],
    ['start --port 8080 --no-open', 'elsewhere, without a browser'],
    ['start --no-runner', 'nothing runs on this machine'],
    ['start --host 0.0.0.0 --public-url https://countersign.example.org', 'behind a proxy'],
  ],
  async run(context, _, options) {
    let runner: LocalRunner | null = null;
    const onReady = (ready: Ready): void => {
      if (options.runner && runsLocally(context) && ready.project_id !== null)
        runner = startLocalRunner(context, ready, {
          allowUnsandboxed: options.allowUnsandboxed ?? false,
          onLine: (line) => printLine(context, line),
        });
      void showReady(context, ready, runner, options.open);
    };
    const entry = context.terminal.serverEntry();
    // The runner first: what it runs may still be reported while the server is there.
    const onStop = async (): Promise<void> => await runner?.stop();
    const end = await superviseServer({ entry, env: serverEnv(context), onReady, onStop });
    await (runner as LocalRunner | null)?.stop();
    if (end.failure !== null) throw new StartError(end.failure);
    if (!end.wasReady) throw new StartError(`The server stopped before it was ready, with ${end.code}.`);
    return end.code;
  },
});

/** For a program at once and each thing by itself; for a person one screen that shows the runner too. */
async function showReady(
  context: CommandContext,
  ready: Ready,
  runner: LocalRunner | null,
  mayOpen: boolean,
): Promise<void> {
  const { terminal, isJson, style } = context;
  if (isJson) return void terminal.write(`${jsonText(ready, 0)}\n`);
  if (mayOpen && terminal.isInteractive && ready.link) openBrowser(ready.link, terminal.platform);
  const announced = runner === null ? null : await runner.announced;
  terminal.write(renderReadyScreen(ready, { command: commandName(context), runner: announced }, style));
}

/** Calls of a server that runs local tools itself need no runner. */
function runsLocally({ config }: CommandContext): boolean {
  return config().config.localTools !== 'server';
}

function printLine({ terminal, isJson }: CommandContext, line: RunnerLine): void {
  if (isJson && line.type === 'ready') terminal.write(`${jsonText({ ...line, type: 'runner' }, 0)}\n`);
}

function serverEnv({ config, flags, terminal }: CommandContext): NodeJS.ProcessEnv {
  // Read here too: a wrong setting is explained before anything is started.
  const { origins } = config();
  const isQuiet = terminal.showsProgress && origins.log_level.from === 'default';
  return { ...terminal.env, ...environmentOfFlags(flags), ...(isQuiet ? { COUNTERSIGN_LOG_LEVEL: 'warn' } : {}) };
}

/** Whoever came by npx or by `npm start` has no `countersign` on the path. */
function commandName({ terminal }: CommandContext): string {
  return terminal.env.npm_command === undefined ? 'countersign' : 'npx countersign';
}

function describe(key: SettingKey): string {
  const { description, default: value } = settings[key];
  return value === null || Array.isArray(value) ? description : `${description} (default: ${value})`;
}
