import { type EventView, limits } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { countOption } from '../../count-option.ts';
import { findSessionId } from '../../find-session.ts';
import { renderEvent } from '../../render/event.ts';
import { jsonText } from '../../render/json-text.ts';

type Options = { session?: string; after?: string; limit?: string; follow?: boolean };
type Page = { readonly events: readonly EventView[]; readonly has_more: boolean };

export const listEvents = command<Options>({
  summary: 'List entries of the log, oldest first',
  details: 'Without --after the newest ones. With --follow there is one line for each, also with --json.',
  options: [
    { flags: '--session <id>', description: 'only those of this session' },
    { flags: '--after <seq>', description: 'those after this place in the log' },
    { flags: '--limit <count>', description: `how many, up to ${limits.pageSizeMax}` },
    { flags: '--follow', description: 'go on as things happen' },
  ],
  examples: [
    ['events list', 'what happened last'],
    ['events list --follow --json', 'feed another program'],
  ],
  async run(context, _, options) {
    const project = await context.projectId();
    const limit = countOption('--limit', options.limit, limits.pageSizeMax) ?? limits.pageSizeDefault;
    const list = await listing(context, project, options.session);
    const page =
      options.after === undefined
        ? await newest(context, project, list, limit)
        : await list(after(options.after), limit);
    if (options.follow) return void (await follow(context, project, page, list));
    context.print(page, () =>
      page.events.length === 0
        ? 'Nothing here yet.\n'
        : page.events.map((event) => renderEvent(event, context.style)).join(''),
    );
  },
});

type List = (after: number, limit: number) => Promise<Page>;

async function listing(context: CommandContext, project: string, given: string | undefined): Promise<List> {
  const session = given === undefined ? {} : { session_id: await findSessionId(context, project, given) };
  return (seq, limit) => context.client().eventLog.list(project, { after: seq, limit, ...session });
}

function after(given: string): number {
  return given === '0' ? 0 : countOption('--after', given, Number.MAX_SAFE_INTEGER)!;
}

/** The log is read forwards, and numbers are those of all projects: the step back grows until there is enough. */
async function newest({ client }: CommandContext, project: string, list: List, limit: number): Promise<Page> {
  const { last_seq: last } = await client().eventLog.tree(project, { depth: 1, limit: 1 });
  for (let back = limit; ; back *= 4) {
    const start = Math.max(0, last - back);
    const events: EventView[] = [];
    let page: Page = { events: [], has_more: true };
    while (page.has_more) {
      page = await list(events.at(-1)?.seq ?? start, limits.pageSizeMax);
      events.push(...page.events);
      if (page.events.length === 0) break;
    }
    if (events.length >= limit || start === 0) return { events: events.slice(-limit), has_more: false };
  }
}

/** The stream says when to look again; what is printed is what the log has. */
async function follow({ client, terminal, isJson, style }: CommandContext, project: string, first: Page, list: List) {
  let last = 0;
  const print = ({ events }: Page): void => {
    for (const event of events) {
      last = event.seq;
      terminal.write(isJson ? `${jsonText(event, 0)}\n` : renderEvent(event, style));
    }
  };
  const printRest = async (): Promise<void> => {
    for (let page: Page = { events: [], has_more: true }; page.has_more; print(page))
      page = await list(last, limits.pageSizeMax);
  };
  print(first);
  if (last === 0) last = (await client().eventLog.tree(project, { depth: 1, limit: 1 })).last_seq;
  const failure = Promise.withResolvers<never>();
  let printing: Promise<void> = Promise.resolve();
  const wake = (): void => {
    printing = printing.then(printRest);
    printing.catch((error: unknown) => failure.reject(error));
  };
  const listen = async (): Promise<void> => {
    for await (const { id } of client().events(project, { onConnect: wake })) if (id === null || id > last) wake();
  };
  await Promise.race([listen(), failure.promise]);
}
