import { command } from '../../command.ts';
import { confirm, refuseUnlessSure } from '../../confirm.ts';
import { renderImport } from '../../render/import.ts';
import { missingSecretHint } from './missing-secret-hint.ts';
import type { SourceOptions } from './source-settings.ts';

type Options = SourceOptions & { dryRun?: boolean; yes?: boolean };

export const addSource = command<Options>({
  summary: 'Register a service: its operations become tools',
  details:
    'Shows what was found before anything is saved, and saves just that. A document in a file is read here and sent along.\nCredentials are named, never given: store them with `countersign secrets set`.',
  arguments: [
    ['<name>', 'name of the source; its tools are called NAME__operation'],
    ['[program...]', 'program and arguments of an MCP server, behind --mcp-stdio --'],
  ],
  options: [
    { flags: '--openapi <file-or-url>', description: 'OpenAPI document: 2.0, 3.0 or 3.1, JSON or YAML' },
    { flags: '--http <file-or-url>', description: 'tools written by hand, YAML or JSON' },
    { flags: '--mcp <url>', description: 'MCP server over HTTP' },
    { flags: '--mcp-stdio', description: 'MCP server that the server starts: `--mcp-stdio -- PROGRAM ARGUMENTS`' },
    { flags: '--base-url <url>', description: 'where requests go, instead of the server that the document names' },
    {
      flags: '--auth <auth>',
      description:
        'none, pass_through, bearer=SECRET, header:NAME=SECRET, query:NAME=SECRET, basic:USER=SECRET, or JSON; SECRET is a name',
    },
    { flags: '--allow-private', description: 'requests may go to private and loopback addresses' },
    { flags: '--allow-remote-refs', description: '$ref may lead to other documents' },
    { flags: '--risk <glob=level...>', description: "risk of tools, such as 'get_*=LOW' or 'pay=HIGH'" },
    { flags: '--env <name=value...>', description: 'environment of the program' },
    { flags: '--env-secret <name=secret...>', description: 'environment of the program, from stored secrets' },
    { flags: '--refresh <span>', description: 'look for changes so often, for example 1h' },
    { flags: '--settings <file>', description: 'everything there is to set, YAML or JSON; flags go before it' },
    { flags: '--dry-run', description: 'only show what would be saved' },
    { flags: '--yes', description: 'save without asking' },
  ],
  examples: [
    ['sources add pizzeria --openapi openapi.yaml --allow-private', 'from a file, on this machine'],
    ['sources add shop --openapi https://shop.example/openapi.json --auth bearer=shop-key', 'with a stored key'],
    ["sources add oven --http tools.yaml --risk 'bake*=HIGH' --refresh 1h", 'written by hand'],
    ['sources add files --mcp-stdio -- npx -y @modelcontextprotocol/server-filesystem /srv', 'an MCP server'],
  ],
  async run(context, [name, ...program], { dryRun = false, yes = false, ...options }) {
    const { client, terminal, print, style, isJson } = context;
    refuseUnlessSure(context, yes || dryRun, '--yes to save what is found, or --dry-run to only look');
    const { sourceSettings } = await import('./source-settings.ts');
    const settings = await sourceSettings(terminal, name!, program, options);
    if (terminal.showsProgress)
      terminal.warn(`looking at ${settings.url ?? settings.command?.[0] ?? 'the document'} …\n`);
    const found = await client().call('createSource', { body: { ...settings, dry_run: true } });
    if (!isJson) terminal.write(renderImport(found, style));
    if (dryRun) {
      if (isJson) print(found, () => '');
      return undefined;
    }
    if (!(await confirm(context, yes, `Save ${name} with these tools?`, ['Save', 'Save nothing']))) {
      terminal.warn('Nothing was saved.\n');
      return undefined;
    }
    const body = { ...settings, expected_inventory_hash: found.inventory_hash };
    const saved = await client().call('createSource', { body });
    print(saved, () => `${style.good('saved')}: ${name} with ${saved.tools.length} tools.\n`);
    const hint = await missingSecretHint(context, settings);
    if (hint !== null) terminal.warn(hint);
    return undefined;
  },
});
