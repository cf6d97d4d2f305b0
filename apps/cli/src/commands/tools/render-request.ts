import { resolve } from 'node:path';
import { CountersignError, type ExecutionProfile } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printable, printableLines } from '../../render/printable.ts';
import type { Terminal } from '../../terminal.ts';
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
    if (jsonl !== undefined) return await renderLines(context.terminal, jsonl === true ? '-' : jsonl);
    return await renderOne(context, tool!, args, pairs);
  },
});

async function renderOne(context: CommandContext, name: string, args: string | undefined, pairs: readonly string[]) {
  const { client, terminal, print, style } = context;
  const { compileProfile, describeRequest, UpstreamFailure } = await import('@countersign/upstream');
  const tool = await client().call('getTool', { params: { tool_id: name } });
  if (tool.profile === null) {
    const next = 'Only tools of OpenAPI and HTTP sources are sent as requests of their own.';
    throw new ToldError(`${printable(name)} makes no HTTP request that could be shown.`, { next });
  }
  const given = await readArguments(terminal, args, pairs, tool.input_schema);
  const options = await sourceOptions(context, tool.source);
  try {
    const request = describeRequest(compileProfile(tool.profile as ExecutionProfile, options), given);
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
async function sourceOptions({ client, terminal }: CommandContext, name: string) {
  try {
    const { settings } = (await client().call('getSource', { params: { source: name } })).source;
    return { allowedHosts: settings.destinations?.allowed_hosts, headers: settings.headers };
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    terminal.warn('Headers and hosts that its source sets are left out: this credential may not see them.\n');
    return {};
  }
}

/** Nothing but the answers goes to stdout, and whoever reads them decides how fast it goes. */
async function renderLines(terminal: Terminal, path: string): Promise<number> {
  const [{ renderJsonlLine }, { readLines }, { createReadStream }] = await Promise.all([
    // Not the whole package: this is started for one line as often as for many.
    import('@countersign/upstream/render-jsonl-line'),
    import('../policy/read-lines.ts'),
    import('node:fs'),
  ]);
  const input = path === '-' ? terminal.stdin() : createReadStream(resolve(terminal.cwd, path));
  try {
    for await (const lines of readLines(input, lineBytesMax)) {
      for (const line of lines) {
        const text = line === null ? '' : decode(line);
        if (line !== null && text.trim() === '') continue;
        terminal.write(`${line === null ? tooLong : renderJsonlLine(text)}\n`);
        await terminal.drained();
      }
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new UsageError(`--jsonl names ${path}, which cannot be read: ${error.message}`);
  }
  return exitCodes.ok;
}

const lineBytesMax = 16 * 1024 * 1024;
const tooLong = JSON.stringify({ id: null, error: { code: 'validation_error', message: 'The line is too long.' } });

/** What is no UTF-8 becomes a character that no JSON is made of, or one that stands where the broken one stood. */
function decode(line: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: false }).decode(line);
}
