import type { SourceSettings } from '@countersign/contract';
import { ImportRefused } from '../inventory/import-refused.ts';
import { createInventory, type ImportedTool, type Inventory, type LeftOut } from '../inventory/inventory.ts';
import { importLimits } from '../inventory/limits.ts';
import { nameTools } from '../inventory/name-tools.ts';
import { readDocument } from '../inventory/read-document.ts';
import { riskTable } from '../inventory/risk-of-tool.ts';
import { Warnings } from '../inventory/warnings.ts';
import { UnusableReference } from '../schema/schema-document.ts';
import { SchemaLibrary } from '../schema/schema-library.ts';
import type { ImportContext } from './import-context.ts';
import { type OpenApiDocument, recordOf, textOf } from './open-api-document.ts';
import { readOperations } from './read-operations.ts';
import { type FetchDocument, withRemoteDocuments } from './remote-documents.ts';
import { type DraftTool, toolOfOperation } from './tool-of-operation.ts';

/**
 * U1: the operations of an OpenAPI document (2.0, 3.0, 3.1, 3.2; JSON or YAML) as tools. Each becomes one, or is named
 * with the reason. Nothing but the text is read: other documents come through `fetchDocument` alone, and only where the
 * source allows it.
 */
export async function importOpenApi(
  text: string,
  settings: SourceSettings,
  fetchDocument?: FetchDocument,
): Promise<Inventory> {
  const root = readDocument(text);
  requireOpenApi(root);
  const mayFetch = settings.allow_remote_refs === true ? (fetchDocument ?? null) : null;
  const document = await withRemoteDocuments(root, settings.url ?? null, mayFetch);
  const warnings = new Warnings();
  const context: ImportContext = {
    document,
    settings,
    warnings,
    library: new SchemaLibrary((pattern) => {
      const shown = JSON.stringify(pattern).slice(0, 100);
      warnings.add(`The pattern ${shown} cannot be checked in bounded time, so any text is let through to the service`);
    }),
    riskOf: riskTable(settings),
    credentials: credentialParameters(document),
  };
  const { drafts, leftOut } = await draftAll(context);
  const names = nameTools(
    settings.name,
    drafts.map(({ remoteName, operation }) => ({ name: remoteName, key: operation.title })),
  );
  const tools = drafts.map((draft, index) => draft.finish(names[index]!));
  warnOfHosts(tools, settings, warnings);
  return createInventory(tools, leftOut, warnings.list());
}

/** So many operations are looked at before others get their turn. */
const operationsAtOnce = 25;

async function draftAll(context: ImportContext): Promise<{ drafts: DraftTool[]; leftOut: LeftOut[] }> {
  const drafts: DraftTool[] = [];
  const leftOut: LeftOut[] = [];
  let count = 0;
  for (const found of readOperations(context.document)) {
    count += 1;
    if (count % operationsAtOnce === 0) await new Promise(setImmediate);
    if ('reason' in found) leftOut.push(found);
    else if (drafts.length >= importLimits.toolsMax) {
      leftOut.push({ operation: found.title, reason: `a source has at most ${importLimits.toolsMax} tools` });
    } else {
      const draft = tryOperation(found, context);
      if (typeof draft === 'string') leftOut.push({ operation: found.title, reason: draft });
      else drafts.push(draft);
    }
  }
  return { drafts, leftOut };
}

function tryOperation(operation: Parameters<typeof toolOfOperation>[0], context: ImportContext): DraftTool | string {
  try {
    return toolOfOperation(operation, context);
  } catch (error) {
    if (error instanceof UnusableReference) return error.message;
    throw error;
  }
}

function requireOpenApi(root: unknown): void {
  const { swagger, openapi, paths, webhooks } = recordOf(root);
  const version = String(swagger ?? openapi ?? '');
  if (version === '') {
    throw new ImportRefused([
      'The document is not OpenAPI: it says neither "openapi" nor "swagger". Check that the address leads to the document, not to a page about it.',
    ]);
  }
  if (!(swagger === undefined ? /^3\.[0-9]+/ : /^2(\.0)?$/).test(version)) {
    throw new ImportRefused([`OpenAPI ${version.slice(0, 20)} is not known here: 2.0 and 3.x are.`]);
  }
  if (paths === undefined && webhooks === undefined && recordOf(root).components === undefined) {
    throw new ImportRefused(['The document has no paths: there is nothing to call.']);
  }
}

/** Places of API keys: what is sent there is the source's business, not the model's. */
function credentialParameters(document: OpenApiDocument): Set<string> {
  const root = recordOf(document.root);
  const schemes = { ...recordOf(root.securityDefinitions), ...recordOf(recordOf(root.components).securitySchemes) };
  const found = new Set<string>();
  for (const scheme of Object.values(schemes)) {
    const { type, in: place, name } = recordOf(scheme);
    if (type === 'apiKey') found.add(`${textOf(place)} ${textOf(name).toLowerCase()}`);
  }
  return found;
}

/** Credentials of a source go where its document says: a person should know where that is. */
function warnOfHosts(
  tools: readonly ImportedTool[],
  { url, base_url: baseUrl }: SourceSettings,
  warnings: Warnings,
): void {
  const home = baseUrl ?? url;
  if (home === undefined) return;
  const { host } = new URL(home);
  const others = new Set(tools.map(({ upstream }) => upstream.host).filter((each) => each !== host));
  if (others.size === 0) return;
  warnings.add(
    `Requests go to ${[...others].slice(0, 10).join(', ')}, not to ${host} where the document is from: give base_url if that is wrong`,
  );
}
