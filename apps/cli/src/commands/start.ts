import { environmentOfFlags, type SettingKey, settingKeys, settings } from '@countersign/config';
import { command } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { openBrowser } from '../open-browser.ts';
import { jsonText } from '../render/json-text.ts';
import { renderReadyScreen } from '../render/ready-screen.ts';
import { StartError } from '../start-error.ts';
import { type Ready, superviseServer } from '../supervise-server.ts';

/** Settings of commands, or flags that every command has. */
const otherKeys: ReadonlySet<SettingKey> = new Set<SettingKey>(['server', 'project', 'token', 'data_dir']);

export const start = command<{ open: boolean }>({
  summary: 'Start the server',
  details:
    'Also what `countersign` alone does. Each flag has a variable (--port: COUNTERSIGN_PORT) and a key in the\nconfiguration file (port). In a terminal, only warnings of the log are shown unless --log-level says otherwise.',
  options: [
    ...settingKeys
      .filter((key) => !otherKeys.has(key) && settings[key].flag !== null)
      .map((key) => ({ flags: `${settings[key].flag} <value>`, description: describe(key) })),
    { flags: '--no-open', description: 'do not open the page in a browser' },
  ],
  examples: [
    ['start', 'on http://127.0.0.1:7717, with data in your home'],
    ['start --port 8080 --no-open', 'elsewhere, without a browser'],
    ['start --host 0.0.0.0 --public-url https://countersign.example.org', 'behind a proxy'],
  ],
  async run(context, _, { open }) {
    const { terminal, isJson } = context;
    const onReady = (ready: Ready): void => {
      if (isJson) terminal.write(`${jsonText(ready, 0)}\n`);
      else terminal.write(renderReadyScreen(ready, commandName(context), context.style));
      if (!isJson && open && terminal.isInteractive && ready.link) openBrowser(ready.link, terminal.platform);
    };
    const entry = terminal.serverEntry();
    const end = await superviseServer({ entry, env: serverEnv(context), onReady });
    if (end.failure !== null) throw new StartError(end.failure);
    if (!end.wasReady) throw new StartError(`The server stopped before it was ready, with ${end.code}.`);
    return end.code;
  },
});

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
