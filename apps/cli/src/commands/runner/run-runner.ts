import { resolve } from 'node:path';
import { configSecrets } from '@countersign/config';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printable } from '../../render/printable.ts';
import { ToldError } from '../../told-error.ts';
import { UsageError } from '../../usage-error.ts';
import { version } from '../../version.ts';

type Options = {
  root?: string[];
  pair?: string;
  name?: string;
  machine?: string;
  transport?: 'sse' | 'ws';
  concurrency?: string;
  policy?: string;
  allowUnsandboxed?: boolean;
};

export const runRunner = command<Options>({
  summary: 'Run approved calls on this machine',
  details:
    'Works in the folders that are named by --root (default: the current one) and nowhere else. Each order is checked here too: by\nwho signed it, by your own rules and by what is on the disk. Commands run in a sandbox that is proved at the start.\n\nThe first start needs a code from `countersign runner code`, unless it is on the machine of the server; later ones need\nnothing. Ctrl+C lets running calls end; again stops them.',
  options: [
    { flags: '--root <folder...>', description: 'folder in which calls may work; may be given again' },
    { flags: '--pair <code>', description: 'one-time code with which this runner joins a project' },
    { flags: '--name <name>', description: 'what it is called in lists (default: machine and folder)' },
    { flags: '--machine <name>', description: 'machine that sessions name to be run here (default: its own name)' },
    { flags: '--transport <transport>', description: 'how orders arrive (default: sse)', choices: ['sse', 'ws'] },
    { flags: '--concurrency <count>', description: 'calls at once (default: 4)' },
    { flags: '--policy <file>', description: 'your own rules: what they deny is not run, whoever approved it' },
    { flags: '--allow-unsandboxed', description: 'run commands also where no sandbox holds; every approval shows it' },
  ],
  examples: [
    ['runner', 'for the current folder, on the machine of the server'],
    ['runner --server https://countersign.example.org --root ~/work/site --pair CODE', 'the first start elsewhere'],
    ['runner --root ~/work/site --root ~/work/docs --json', 'two folders; one line of JSON for each event'],
  ],
  async run(context, _, options) {
    // Everything that executes is loaded only where it is needed.
    const { holderOf, openTools, StateFolderInUse, startRunner } = await import('@countersign/runner');
    const { filesOnDisk, missingPrograms } = await import('@countersign/local-tools');
    const { openPairing } = await import('../../runner/open-pairing.ts');
    const { findRoots, requireKeysApart } = await import('../../runner/find-roots.ts');
    const { onStop } = await import('../../runner/on-stop.ts');
    const { RunnerView } = await import('../../runner/runner-view.ts');
    const { openPolicy } = await import('../policy/open-judge.ts');
    const { terminal } = context;
    const { config } = context.config();
    const concurrency = concurrencyOf(options.concurrency);
    const ownRules = options.policy === undefined ? null : resolve(terminal.cwd, options.policy);
    const policy = openPolicy(ownRules, terminal, config.toolLimits.bashDenylist);
    const roots = findRoots(options.root ?? config.toolAllowedRoots, terminal.cwd, config.dataDir);
    const { pairing, folder } = await openPairing(context, {
      roots,
      code: options.pair ?? null,
      name: options.name ?? null,
      machine: options.machine ?? null,
    });
    const holder = holderOf(folder);
    if (holder !== null) throw new ToldError(new StateFolderInUse(folder, holder).message);
    const { tools, sandbox } = await openTools({
      roots,
      stateFolder: folder,
      dataDir: config.dataDir,
      allowUnsandboxed: options.allowUnsandboxed ?? false,
      environment: terminal.env,
      toolPath: config.toolPath,
      limits: config.toolLimits,
    });
    try {
      if (sandbox.kind === 'none' && sandbox.runsCommands) requireKeysApart(roots, config.dataDir);
      for (const words of missingPrograms()) terminal.warn(`${words}\n`);
      const view = new RunnerView(context);
      view.ready({ pairing, sandbox, tools: tools.definitions.map(({ name }) => name) });
      const runner = await startRunner({
        pairing,
        stateFolder: folder,
        tools,
        workspace: { roots, home: config.homeDir, forbidden: [config.dataDir], files: filesOnDisk },
        policy,
        sandbox,
        version,
        transport: options.transport,
        concurrency,
        secrets: ownSecrets(context),
        onEvent: (event) => view.tell(event),
      });
      const letGo = onStop(() => {
        view.stopping();
        runner.stop();
      });
      const end = await runner.ended.finally(letGo);
      if (end.reason === 'stopped') return exitCodes.ok;
      throw new ToldError('The server does not know this runner any more: its credential was revoked.', {
        next: 'Make a code with `countersign runner code` and start again with --pair CODE.',
        exitCode: exitCodes.notAuthorized,
        cause: end.error,
      });
    } finally {
      await tools.close();
    }
  },
});

function concurrencyOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[0-9]{1,2}$/.test(given) || Number(given) < 1 || Number(given) > concurrencyMax)
    throw new UsageError(`--concurrency takes a number from 1 to ${concurrencyMax}, not "${printable(given)}"`);
  return Number(given);
}

const concurrencyMax = 64;

/** Credentials of this user that the process can read: nothing that runs may pass them on. */
function ownSecrets({ config, terminal }: CommandContext): string[] {
  const own = config().config;
  const secrets = configSecrets(own);
  for (const name of ['token', 'sealing-key']) {
    try {
      secrets.push(terminal.readFile(resolve(own.dataDir, name)).trim());
    } catch {
      // This is not the machine of the server.
    }
  }
  return secrets.filter((secret) => secret !== '');
}
