import type { ExecutionProfile, JsonObject } from '@countersign/contract';
import type { SourceRecord } from '@countersign/control-plane';
import type { ShownRequest } from '@countersign/policy';
import { type CompiledProfile, compileProfile, credentialPlaces, describeRequest } from '@countersign/upstream';
import type { UpstreamTool } from './upstream-tools.ts';

type Definition = UpstreamTool['definition'];
type Compiled = { readonly call: CompiledProfile; status: CompiledProfile | null };

/** Compiled with the source's own headers and hosts, and anew where those have changed. */
const known = new WeakMap<Definition, { readonly settings: SourceRecord['settings']; readonly compiled: Compiled }>();

/** How the requests of a tool are made, parsed once. */
export function profileOf(definition: Definition, source: SourceRecord): CompiledProfile {
  return compiled(definition, source).call;
}

/** How the state of a job is asked for: as the call, but only looking. */
export function statusProfileOf(definition: Definition, source: SourceRecord): CompiledProfile {
  const found = compiled(definition, source);
  found.status ??= compileProfile(statusProfile(required(definition)), optionsOf(source));
  return found.status;
}

/** For who approves; null where it cannot be rendered: the call says why when it runs. */
export function describeCall(definition: Definition, source: SourceRecord, args: JsonObject): ShownRequest | null {
  try {
    return describeRequest(profileOf(definition, source), args, credentialPlaces(source.settings.auth));
  } catch {
    return null;
  }
}

function compiled(definition: Definition, source: SourceRecord): Compiled {
  const kept = known.get(definition);
  if (kept?.settings === source.settings) return kept.compiled;
  const made: Compiled = { call: compileProfile(required(definition), optionsOf(source)), status: null };
  known.set(definition, { settings: source.settings, compiled: made });
  return made;
}

function required({ name, upstream }: Definition): ExecutionProfile {
  if (upstream.profile === null) throw new Error(`${name} is not called by HTTP`);
  return upstream.profile;
}

function optionsOf({ settings }: SourceRecord) {
  return { allowedHosts: settings.destinations?.allowed_hosts, headers: settings.headers };
}

function statusProfile({ poll, headers_template: headers = {}, ...profile }: ExecutionProfile): ExecutionProfile {
  if (!poll) throw new Error('a job that is not polled has no state to ask for');
  const { body_template: _, body_argument: __, content_type: ___, idempotency_header: ____, ...rest } = profile;
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return {
    ...rest,
    mode: 'sync_http',
    method: 'GET',
    url_template: poll.status_url_template,
    headers_template: Object.fromEntries(kept),
    parameters: [],
    passthrough_headers: false,
  };
}
