import { CountersignError, type SourceSettings } from '@countersign/contract';
import type { Inventory, SourceImporter } from '@countersign/control-plane';
import { compareInventories, ImportRefused, importDocument, newHosts, UpstreamFailure } from '@countersign/upstream';

/** Where documents come from that are not sent along, and tools that no document tells of. */
type Places = {
  readonly fetchDocument: (url: string, settings: SourceSettings, signal: AbortSignal) => Promise<string>;
  readonly importMcp: (settings: SourceSettings, signal: AbortSignal) => Promise<Inventory>;
};

/** U1: looks at services by what kind they are. Whatever is wrong with one is said to who registers it. */
export function sourceImporter(places: Places): SourceImporter {
  return {
    compare: compareInventories,
    newHosts,
    async import(settings, signal) {
      try {
        return await looked(places, settings, signal);
      } catch (error) {
        throw importFailure(settings, error, signal);
      }
    },
  };
}

async function looked(places: Places, settings: SourceSettings, signal: AbortSignal): Promise<Inventory> {
  requireOwnSettings(settings);
  switch (settings.kind) {
    case 'openapi':
    case 'http':
      return importDocument(await documentOf(places, settings, signal), settings, {
        fetchDocument: (url) => places.fetchDocument(url, settings, signal),
        signal,
      });
    case 'mcp':
      return places.importMcp(settings, signal);
  }
}

async function documentOf(places: Places, settings: SourceSettings, signal: AbortSignal): Promise<string> {
  if (settings.document !== undefined) return settings.document;
  return places.fetchDocument(settings.url!, settings, signal);
}

/** What a kind of source needs, and what would do nothing for it. */
function requireOwnSettings({ kind, url, document, command }: SourceSettings): void {
  const wrong =
    kind === 'mcp'
      ? wrongForMcp(url, document, command)
      : wrongForDocument(url ?? document, command, `${kind === 'openapi' ? 'an OpenAPI document' : 'a tools file'}`);
  if (wrong !== null) throw new ImportRefused([wrong]);
}

function wrongForMcp(url: unknown, document: unknown, command: unknown): string | null {
  if (document !== undefined) return 'An MCP server tells its tools itself: leave out document.';
  if ((url === undefined) === (command === undefined)) return 'Name an MCP server by url or by command, one of them.';
  return null;
}

function wrongForDocument(place: unknown, command: unknown, what: string): string | null {
  if (command !== undefined) return 'A command is for MCP servers: leave it out, or say kind: mcp.';
  return place === undefined ? `Give the url of ${what}, or send it as document.` : null;
}

const problemsMax = 20;

function importFailure({ name }: SourceSettings, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted && signal.reason instanceof CountersignError) return signal.reason;
  if (error instanceof ImportRefused) {
    const problems = error.problems.slice(0, problemsMax);
    return new CountersignError('import_failed', `No tools were taken for ${name}: ${problems.join(' ')}`, {
      problems,
    });
  }
  if (error instanceof UpstreamFailure) {
    return new CountersignError('import_failed', error.message, { error_code: error.code, ...error.details });
  }
  return error;
}
