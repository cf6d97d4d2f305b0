import { CountersignError, type ExecutionProfile } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { printable, printableLines } from '../../render/printable.ts';
import { ToldError } from '../../told-error.ts';
import { UsageError } from '../../usage-error.ts';
import { readArguments } from './read-arguments.ts';

type Options = { tool?: string; args?: string; jsonl?: string | true };

export const renderRequest = command<Options>({
  summary: 'Show the request that a call would become, and send nothing',
  details:
    'With --tool it is the request of a registered tool, credentials hidden. With --jsonl it needs no server: each line is\n{"id", "tool_def": {"method", "url", "headers"?, "body"?, …}, "args"}, each answer {"id", "request"} or {"id", "error": {"code",\n"message"}}, in the order of the input. A line that cannot be read is answered with an error, and the next one is read.',
  arguments: [['[arguments...]', 'with --tool: name=value, or name:=JSON']],
  options: [
    { flags: '--tool <name>', description: 'a registered tool' },
    { flags: '--args <json>', description: 'its arguments as JSON, @FILE or - for stdin' },
    { flags: '--jsonl [file]', description: 'definitions and arguments, one JSON object a line (default: from stdin)' },
  ],
  examples: [
    ['tools render --tool pizzeria__list_menu category=vegetarian', 'what would be sent'],
    ['tools render --jsonl cases.jsonl', 'many at once, without a server'],
    ['tools render --jsonl < cases.jsonl', 'the same from stdin'],
  ],
  async run(context, pairs, { tool, args, jsonl }) {
    if ((tool === undefined) === (jsonl === undefined)) throw new UsageError('give --tool, or --jsonl');
    if (jsonl !== undefined) {
      const { renderLines } = await import('./render-lines.ts');
      return await renderLines(context.terminal, jsonl === true ? '-' : jsonl);
    }
    return await renderOne(context, tool!, args, pairs);
  },
});

async function renderOne(context: CommandContext, name: string, args: string | undefined, pairs: readonly string[]) {
  const { client, terminal, print, style } = context;
  const { compileProfile, credentialPlaces, describeRequest, UpstreamFailure } = await import('@countersign/upstream');
  const tool = await client().call('getTool', { params: { tool_id: name } });
  if (tool.profile === null) {
    const next = 'Only tools of OpenAPI and HTTP sources are sent as requests of their own.';
    throw new ToldError(`${printable(name)} makes no HTTP request that could be shown.`, { next });
  }
  const given = await readArguments(terminal, args, pairs, tool.input_schema);
  const settings = await settingsOf(context, tool.source);
  try {
    const compiled = compileProfile(tool.profile as ExecutionProfile, {
      allowedHosts: settings?.destinations?.allowed_hosts,
      headers: settings?.headers,
    });
    const request = describeRequest(compiled, given, settings ? credentialPlaces(settings.auth) : {});
    const shown = { ...request, headers: Object.fromEntries(request.headers) };
    print(shown, () => {
      const headers = request.headers.map(
        ([header, value]) => `${style.faint(printable(header))}: ${printable(value)}\n`,
      );
      const body = request.body === null ? '' : `\n${printableLines(request.body).join('\n')}\n`;
      return `${style.strong(request.method)} ${printable(request.url)}\n${headers.join('')}${body}`;
    });
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    throw new ToldError(error.message, { next: `Refused as ${error.code}: nothing would be sent.` });
  }
  return undefined;
}

/** What the source adds to its requests; only an administrator may see that. */
async function settingsOf({ client, terminal }: CommandContext, name: string) {
  try {
    return (await client().call('getSource', { params: { source: name } })).source.settings;
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    terminal.warn('Credentials, headers and hosts of its source are left out: this credential may not see them.\n');
    return null;
  }
}
