import { environmentOfFlags, type SettingKey, settingKeys, settings } from '@countersign/config';
import { command } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { openBrowser } from '../open-browser.ts';
import { jsonText } from '../render/json-text.ts';
import { renderReadyScreen } from '../render/ready-screen.ts';
import { renderSupervisorEvent, supervisorEventDocument } from '../render/supervision.ts';
import { type LocalRunner, startLocalRunner } from '../runner/local-runner.ts';
import { StartError } from '../start-error.ts';
import { companionEnv } from '../supervisor/companion-env.ts';
import { listeningPort } from '../supervisor/listening-port.ts';
import type { Ready } from '../supervisor/server-process.ts';
import type { CompanionLine } from '../supervisor/supervise-companion.ts';
import { type SupervisorEvent, superviseServer } from '../supervisor/supervise-server.ts';
import { addToJournal, journalLineOf, journalPath } from '../supervisor/supervisor-journal.ts';
import { startTelegram } from '../telegram/start-telegram.ts';

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
    const { terminal } = context;
    let runner: LocalRunner | null = null;
    let telegram: ReturnType<typeof startTelegram> | null = null;
    const onFirstReady = (ready: Ready): void => {
      if (options.runner && runsLocally(context) && ready.address !== null && ready.project_id !== null)
        runner = startLocalRunner(context, ready, {
          allowUnsandboxed: options.allowUnsandboxed ?? false,
          onLine: (line) => printLine(context, line),
        });
      if (context.config().config.telegram.token !== null && ready.address !== null)
        telegram = startTelegram(context, companionEnv(context));
      void showReady(context, ready, runner, options.open);
    };
    // Those beside it first: what they have to say may still be said while the server is there.
    const stopOthers = async (): Promise<void> => void (await Promise.all([runner?.stop(), telegram?.stop()]));
    const end = await superviseServer({
      entry: terminal.serverEntry(),
      env: (first) => serverEnv(context, first),
      clock: terminal,
      onEvent(event) {
        keep(context, event);
        if (event.type === 'ready' && event.isFirst) onFirstReady(event.ready);
        else show(context, event);
      },
      onStop: stopOthers,
    });
    await stopOthers();
    if (end.isFailedStart)
      throw new StartError(end.failure ?? `The server stopped before it was ready, with ${end.code}.`);
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

/** What happens later: to a program as a line like the first, to a person beside the log. */
function show({ terminal, isJson, style }: CommandContext, event: SupervisorEvent): void {
  const document = supervisorEventDocument(event);
  if (!isJson) terminal.warn(renderSupervisorEvent(event, style) ?? '');
  else if (document !== null) terminal.write(`${jsonText(document, 0)}\n`);
}

function keep({ config, terminal }: CommandContext, event: SupervisorEvent): void {
  try {
    addToJournal(journalPath(config().config.dataDir), journalLineOf(event, terminal.now()));
  } catch {
    // A full disk is no reason to leave the server down; whoever is there has been told.
  }
}

/** Calls of a server that runs local tools itself need no runner. */
function runsLocally({ config }: CommandContext): boolean {
  return config().config.localTools !== 'server';
}

function printLine({ terminal, isJson }: CommandContext, line: CompanionLine): void {
  if (isJson && line.type === 'ready') terminal.write(`${jsonText({ ...line, type: 'runner' }, 0)}\n`);
}

function serverEnv({ config: load, flags, terminal }: CommandContext, first: Ready | null): NodeJS.ProcessEnv {
  // Read here too: a wrong setting is explained before anything is started.
  const { origins, config } = load();
  const isQuiet = terminal.showsProgress && origins.log_level.from === 'default';
  // Clients come back to where the server was, also where any port was right for the first start.
  const port = config.port === 0 && first !== null ? listeningPort(first, terminal) : null;
  return {
    ...terminal.env,
    ...environmentOfFlags(flags),
    ...(isQuiet ? { COUNTERSIGN_LOG_LEVEL: 'warn' } : {}),
    ...(port === null ? {} : { COUNTERSIGN_PORT: port }),
  };
}

/** Whoever came by npx or by `npm start` has no `countersign` on the path. */
function commandName({ terminal }: CommandContext): string {
  return terminal.env.npm_command === undefined ? 'countersign' : 'npx countersign';
}

function describe(key: SettingKey): string {
  const { description, default: value } = settings[key];
  return value === null || Array.isArray(value) ? description : `${description} (default: ${value})`;
}
