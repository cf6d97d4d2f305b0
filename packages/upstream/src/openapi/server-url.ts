import { cleanLine } from '../inventory/clean-text.ts';
import { listOf, type OpenApiDocument, recordOf, textOf } from './open-api-document.ts';

/** Where requests of an operation go: an address without a slash at its end; or why that is not known. */
export type ServerUrl =
  | { readonly ok: true; readonly url: URL; readonly prefix: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The server of an operation: `base_url` of the source if there is one, else the first that the operation, its path or
 * the document names, variables at their defaults, relative ones from where the document is.
 */
export function serverUrl(
  document: OpenApiDocument,
  scopes: readonly unknown[],
  baseUrl: string | undefined,
): ServerUrl {
  if (baseUrl !== undefined) return checked(baseUrl, null);
  const root = recordOf(document.root);
  if (root.swagger !== undefined) return checked(oldServer(root, document.url), document.url);
  const servers =
    scopes.map((scope) => listOf(recordOf(scope).servers)).find((list) => list.length > 0) ?? listOf(root.servers);
  const all = servers.map((server) => checked(withDefaults(server), document.url));
  return all.find(({ ok }) => ok) ?? all[0] ?? checked('/', document.url);
}

function withDefaults(server: unknown): string {
  const { url, variables } = recordOf(server);
  return textOf(url).replaceAll(/\{([^{}]{1,200})\}/g, (whole, name: string) => {
    const variable = recordOf(variables);
    const preset = Object.hasOwn(variable, name) ? recordOf(variable[name]).default : undefined;
    return typeof preset === 'string' || typeof preset === 'number' ? String(preset) : whole;
  });
}

/** OpenAPI 2.0 has the address in three pieces. */
function oldServer({ schemes, host, basePath }: Readonly<Record<string, unknown>>, documentUrl: string | null): string {
  const path = textOf(basePath) === '' ? '/' : textOf(basePath);
  if (textOf(host) === '') return path.startsWith('//') ? '/' : path;
  const offered = listOf(schemes);
  const own = documentUrl === null ? 'https' : new URL(documentUrl).protocol.slice(0, -1);
  const scheme = offered.includes('https')
    ? 'https'
    : offered.includes('http')
      ? 'http'
      : offered.length === 0
        ? own
        : textOf(offered[0]);
  return `${scheme}://${textOf(host)}${path.startsWith('/') ? '' : '/'}${path}`;
}

function checked(text: string, base: string | null): ServerUrl {
  const shown = cleanLine(text, 200);
  if (/[{}]/.test(text)) return refuse(`the server ${shown} has a part without a default: give base_url`);
  const url = URL.parse(text, base ?? undefined);
  if (url === null) return refuse(`the document names no server, or only ${shown}: give base_url`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(`its server ${shown} is not reached over HTTP`);
  if (url.username !== '' || url.password !== '')
    return refuse('its server has credentials in the address: give base_url and auth');
  return { ok: true, url, prefix: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

function refuse(reason: string): ServerUrl {
  return { ok: false, reason };
}
